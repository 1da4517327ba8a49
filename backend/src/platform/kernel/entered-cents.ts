import { type Amount, centsOf, toAmount } from '@courtly/contracts/amount';
import { DomainError } from './domain-error.js';

/**
 * The cents of an entered amount, or Stripe's smallest unit of another currency.
 *
 * @throws DomainError invalid_request if the amount has more decimals than its currency
 */
export const enteredCents = (entered: Amount): number => {
  const cents = centsOf(entered);
  if (cents !== null) return cents;
  const currency = entered.currency.toUpperCase();
  const { amount: example } = toAmount(100_000, entered.currency);
  throw new DomainError(
    'invalid_request',
    `${entered.amount} has too many decimals for ${currency}. Use an amount such as ${example}.`,
  );
};
