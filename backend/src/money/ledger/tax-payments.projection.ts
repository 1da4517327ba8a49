import { defineProjection } from '../../platform/projections/projection.js';
import type { TaxPaymentEvent } from './tax-payment.events.js';

export type TaxPaymentDocument = Pick<
  TaxPaymentEvent['data'],
  'city' | 'month' | 'amountCents' | 'paidOn' | 'note' | 'recordedBy'
>;

/** The remitted tax, by payment id. */
export const taxPaymentsProjection = defineProjection<TaxPaymentDocument, TaxPaymentEvent>({
  name: 'taxPayments',
  version: 2,
  indexes: [{ month: 1 }],
  handles: ['TaxPaymentRecorded'],
  key: ({ data }) => data.paymentId,
  evolve(_document, { data: { city, month, amountCents, paidOn, note, recordedBy } }) {
    return { city, month, amountCents, paidOn, note, recordedBy };
  },
  audience: () => [],
  people: ({ recordedBy }) => [recordedBy],
});
