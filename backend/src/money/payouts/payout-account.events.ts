import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const account = { hostId: z.string(), accountId: z.string() };

/**
 * The connected account by which a host is paid, as Stripe shows it. The stream is `payoutAccount-<hostId>`; `accountId` is
 * Stripe's, `transfers` whether it can be paid, `isSubmitted` whether the host has told Stripe all that it asked for at first.
 */
export const payoutAccountEvents = defineEvents(['payoutAccount'], {
  PayoutAccountOpened: { version: 1, data: z.object({ ...account, openedAt: z.string() }) },
  PayoutAccountChanged: {
    version: 1,
    data: z.object({
      ...account,
      transfers: z.enum(['active', 'inactive', 'pending']),
      isSubmitted: z.boolean(),
      changedAt: z.string(),
    }),
  },
});

export type PayoutAccountEvent = EventOf<typeof payoutAccountEvents>;
