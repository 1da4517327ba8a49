import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/**
 * A movement of the platform's balance that Stripe makes on its own, in the stream
 * `platformTransaction-<transactionId>`. Positive amounts (fees, reserves) leave the balance.
 */
export const platformTransactionEvents = defineEvents(['platformTransaction'], {
  PlatformFeeCharged: {
    version: 1,
    data: z.object({
      transactionId: z.string(),
      /** Stripe's type of the transaction. */
      transactionType: z.string(),
      amountCents: cents,
      chargedAt: instant,
    }),
  },
  PlatformReserveChanged: {
    version: 1,
    data: z.object({
      transactionId: z.string(),
      transactionType: z.string(),
      amountCents: cents,
      changedAt: instant,
    }),
  },
});

export type PlatformTransactionEvent = EventOf<typeof platformTransactionEvents>;
