import { toMoney } from '@courtly/contracts/wire';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { TaxPaymentEvent } from './tax-payment.events.js';

/**
 * `collectedCents` is all tax collected for the city so far; `lastClosed` is the last closed month.
 */
export type RecordTaxPayment = Message<
  'RecordTaxPayment',
  TaxPaymentEvent['data'] & Readonly<{ collectedCents: number; lastClosed: string | null }>
>;

/** The id of the only stream. */
export const ALL_CITIES = 'cities';

const invalid = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });

/** The remitted tax of each city, in cents. */
export const taxPayments: Decider<
  Readonly<Record<string, number>>,
  RecordTaxPayment,
  TaxPaymentEvent
> = {
  category: 'taxPayment',
  initial: {},

  /**
   * @throws DomainError invalid_request if it exceeds what is owed to the city or its day is in the
   *   future; wrong_status if the books for its day are closed
   */
  decide({ data: { collectedCents, lastClosed, ...payment } }, remittedByCity) {
    const { city, amountCents, paidOn, recordedAt } = payment;
    const owedCents = Math.max(0, collectedCents - (remittedByCity[city] ?? 0));
    if (amountCents <= 0 || amountCents > owedCents)
      throw invalid('amount', `You can record at most $${toMoney(owedCents)} for ${city}.`);
    if (paidOn > recordedAt.slice(0, 10))
      throw invalid('paidOn', 'This day is in the future. Enter today or an earlier day.');
    if (lastClosed !== null && paidOn.slice(0, 7) <= lastClosed)
      throw new DomainError(
        'wrong_status',
        'The books for this day are closed. Enter a later day.',
        {
          status: 'closed',
        },
      );
    return [{ type: 'TaxPaymentRecorded', data: payment }];
  },

  evolve: (remittedByCity, { data: { city, amountCents } }) => ({
    ...remittedByCity,
    [city]: (remittedByCity[city] ?? 0) + amountCents,
  }),
};
