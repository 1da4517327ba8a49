import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidBookingFields } from '../payments/paid-fields.js';

/**
 * The payout for one booking as Stripe reports it, in the stream `payout-<bookingId>`. Amounts are
 * integer cents; instants are UTC. `PayoutRefused` has Stripe's error code and the time of the next
 * attempt.
 */
export const payoutEvents = defineEvents(['payout'], {
  PayoutTransferred: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      accountId: z.string(),
      transferId: z.string(),
      amountCents: cents,
      dueAt: instant,
      transferredAt: instant,
    }),
  },
  PayoutReversed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      transferId: z.string(),
      reversalId: z.string(),
      amountCents: cents,
      reversedAt: instant,
    }),
  },
  PayoutRefused: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      code: z.string(),
      tryAgainAt: instant,
      refusedAt: instant,
    }),
  },
});

export type PayoutEvent = EventOf<typeof payoutEvents>;
