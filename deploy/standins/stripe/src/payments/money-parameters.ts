import { integerField, oneOfField, type ParameterField } from '../http/parameters.js';
import { InvalidParameterError } from '../http/api-error.js';

/** Stripe has refused this parameter since 2026-09-30. */
export const retiredTypesField: ParameterField<never> = {
  parse() {
    throw new InvalidParameterError(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types',
      'payment_method_types_no_longer_supported',
    );
  },
};

/** Cents, from 50 to 99,999,999. */
export const amountField: ParameterField<number> = {
  parse(rawValue, parameterName) {
    const amountCents = integerField.parse(rawValue, parameterName);
    if (amountCents < 50)
      throw new InvalidParameterError(
        'Amount must be at least $0.50 usd',
        parameterName,
        'amount_too_small',
      );
    if (amountCents > 99_999_999)
      throw new InvalidParameterError(
        'Amount must be no more than $999,999.99',
        parameterName,
        'amount_too_large',
      );
    return amountCents;
  },
};

/** US dollars; case-insensitive. */
export const currencyField: ParameterField<'usd'> = {
  parse: (rawValue, parameterName) =>
    oneOfField('usd').parse(String(rawValue).toLowerCase(), parameterName),
};
