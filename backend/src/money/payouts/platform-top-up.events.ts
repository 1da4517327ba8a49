import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/**
 * Money that Courtly moved from its bank to its Stripe balance. The stream is
 * `platformTopUp-<topUpId>`. A bank can take it back.
 */
export const platformTopUpEvents = defineEvents(['platformTopUp'], {
  PlatformToppedUp: {
    version: 1,
    data: z.object({ topUpId: z.string(), amountCents: cents, toppedUpAt: instant }),
  },
  PlatformTopUpReversed: {
    version: 1,
    data: z.object({ topUpId: z.string(), amountCents: cents, reversedAt: instant }),
  },
});

export type PlatformTopUpEvent = EventOf<typeof platformTopUpEvents>;
