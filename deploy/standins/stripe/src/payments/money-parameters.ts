import { integer, oneOf, type Field } from '../http/parameters.js';
import { InvalidParameter } from '../http/refusal.js';

/** Refused since 2026-09-30. */
export const retiredTypes: Field<never> = {
  read() {
    throw new InvalidParameter(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types',
      'payment_method_types_no_longer_supported',
    );
  },
};

/** Cents, from 50 to 99,999,999. */
export const amountOf: Field<number> = {
  read(value, name) {
    const amount = integer.read(value, name);
    if (amount < 50)
      throw new InvalidParameter('Amount must be at least $0.50 usd', name, 'amount_too_small');
    if (amount > 99_999_999)
      throw new InvalidParameter(
        'Amount must be no more than $999,999.99',
        name,
        'amount_too_large',
      );
    return amount;
  },
};

/** US dollars, in small or capital letters. */
export const currency: Field<'usd'> = {
  read: (value, name) => oneOf('usd').read(String(value).toLowerCase(), name),
};
