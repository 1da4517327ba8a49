import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const accountFields = { hostId: z.string(), accountId: z.string() };

/**
 * A host's connected account, in the stream `payoutAccount-<hostId>`. `accountId` is Stripe's;
 * `transfers` says whether it can be paid; `isSubmitted` means that onboarding is complete.
 */
export const payoutAccountEvents = defineEvents(['payoutAccount'], {
  PayoutAccountOpened: { version: 1, data: z.object({ ...accountFields, openedAt: z.string() }) },
  PayoutAccountChanged: {
    version: 1,
    data: z.object({
      ...accountFields,
      transfers: z.enum(['active', 'inactive', 'pending']),
      isSubmitted: z.boolean(),
      changedAt: z.string(),
    }),
  },
});

export type PayoutAccountEvent = EventOf<typeof payoutAccountEvents>;
