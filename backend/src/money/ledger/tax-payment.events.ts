import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * Tax that Courtly has remitted to a city. The only stream is `taxPayment-cities`. `month` is the
 * UTC month of the tax, and `paidOn` is the day on which the payment left the bank.
 */
export const taxPaymentEvents = defineEvents(['taxPayment'], {
  TaxPaymentRecorded: {
    version: 1,
    data: z.object({
      paymentId: z.string(),
      city: z.string(),
      month: z.string(),
      amountCents: z.number().int(),
      paidOn: z.string(),
      note: z.string(),
      recordedBy: z.string(),
      recordedAt: z.string(),
    }),
    personal: [{ of: 'recordedBy', erased: { note: '' }, isRemark: true }],
  },
});

export type TaxPaymentEvent = EventOf<typeof taxPaymentEvents>;
