import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/**
 * A movement of the platform's balance that Stripe makes on its own. The stream is
 * `platformTransaction-<transactionId>`. Positive amounts leave the balance: fees that Courtly pays
 * and money that Stripe reserves. `transactionType` is the type that Stripe gives the transaction.
 */
export const platformTransactionEvents = defineEvents(['platformTransaction'], {
  PlatformFeeCharged: {
    version: 1,
    data: z.object({
      transactionId: z.string(),
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
