import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

const cents = z.number().int();
const instant = z.string();

/** What every event of a payout repeats of its booking, so that a ledger keys and adds up from the event alone. */
const payout = {
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
  startTime: instant,
  endTime: instant,
  zone: z.string(),
  totalCents: cents,
  payoutCents: cents,
  policyId: z.string(),
};

/**
 * What a host was paid for one booking, as Stripe tells it. The stream is `payout-<bookingId>`. Amounts are integer cents,
 * instants are UTC; `dueAt` is from when on the host was to be paid. `PayoutRefused` says why Stripe did not move the money,
 * in its own code, and when it is asked again.
 */
export const payoutEvents = defineEvents(['payout'], {
  PayoutTransferred: {
    version: 1,
    data: z.object({
      ...payout,
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
      ...payout,
      transferId: z.string(),
      reversalId: z.string(),
      amountCents: cents,
      reversedAt: instant,
    }),
  },
  PayoutRefused: {
    version: 1,
    data: z.object({ ...payout, code: z.string(), tryAgainAt: instant, refusedAt: instant }),
  },
});

export type PayoutEvent = EventOf<typeof payoutEvents>;
