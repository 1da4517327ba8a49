import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidFields } from '../payments/paid-fields.js';

/**
 * What a host was paid for one booking, as Stripe tells it. The stream is `payout-<bookingId>`. Amounts are integer cents,
 * instants are UTC; `dueAt` is from when on the host was to be paid. `PayoutRefused` says why Stripe did not move the money,
 * in its own code, and when it is asked again.
 */
export const payoutEvents = defineEvents(['payout'], {
  PayoutTransferred: {
    version: 1,
    data: z.object({
      ...paidFields,
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
      ...paidFields,
      transferId: z.string(),
      reversalId: z.string(),
      amountCents: cents,
      reversedAt: instant,
    }),
  },
  PayoutRefused: {
    version: 1,
    data: z.object({ ...paidFields, code: z.string(), tryAgainAt: instant, refusedAt: instant }),
  },
});

export type PayoutEvent = EventOf<typeof payoutEvents>;
