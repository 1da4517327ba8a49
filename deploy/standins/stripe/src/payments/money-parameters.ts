import { integerField, oneOfField, type ParameterField } from '../http/parameters.js';
import { InvalidParameterError } from '../http/api-error.js';

/** Refused since 2026-09-30. */
export const retiredTypesField: ParameterField<never> = {
  readText() {
    throw new InvalidParameterError(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types',
      'payment_method_types_no_longer_supported',
    );
  },
};

/** Cents, from 50 to 99,999,999. */
export const amountField: ParameterField<number> = {
  readText(rawValue, parameterName) {
    const amountCents = integerField.readText(rawValue, parameterName);
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

/** US dollars, in small or capital letters. */
export const currencyField: ParameterField<'usd'> = {
  readText: (rawValue, parameterName) =>
    oneOfField('usd').readText(String(rawValue).toLowerCase(), parameterName),
};
