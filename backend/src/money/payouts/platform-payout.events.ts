import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/**
 * A payout from Courtly's Stripe balance to its bank. The stream is `platformPayout-<payoutId>`. A
 * negative amount debits the bank. `failureCode` is null if the payout was canceled.
 */
export const platformPayoutEvents = defineEvents(['platformPayout'], {
  PlatformPayoutSent: {
    version: 1,
    data: z.object({ payoutId: z.string(), amountCents: cents, sentAt: instant }),
  },
  PlatformPayoutReturned: {
    version: 1,
    data: z.object({
      payoutId: z.string(),
      amountCents: cents,
      failureCode: z.string().nullable(),
      returnedAt: instant,
    }),
  },
});

export type PlatformPayoutEvent = EventOf<typeof platformPayoutEvents>;
