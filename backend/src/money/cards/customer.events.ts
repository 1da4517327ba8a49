import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The Stripe customer of a user. The stream is `customer-<userId>`. Stripe keeps names, cards, and
 * addresses under `customerId`. Recorded again if Stripe no longer has the customer.
 */
export const customerEvents = defineEvents(['customer'], {
  CustomerCreated: {
    version: 1,
    data: z.object({ userId: z.string(), customerId: z.string(), createdAt: z.string() }),
    personal: [{ of: 'userId', erased: { customerId: '' } }],
  },
});

export type CustomerEvent = EventOf<typeof customerEvents>;
