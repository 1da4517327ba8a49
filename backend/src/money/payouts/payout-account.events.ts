import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

const accountFields = { hostId: z.string(), accountId: z.string() };
const bankPayoutFields = { ...accountFields, payoutId: z.string(), amountCents: cents };

/**
 * A host's connected account, in the stream `payoutAccount-<hostId>`. `accountId` and `payoutId`
 * are Stripe's ids. A bank can return a payout that it accepted earlier.
 */
export const payoutAccountEvents = defineEvents(['payoutAccount'], {
  PayoutAccountOpened: { version: 1, data: z.object({ ...accountFields, openedAt: z.string() }) },
  PayoutAccountChanged: {
    version: 2,
    data: z.object({
      ...accountFields,
      /** Whether Stripe accepts transfers to the account. */
      transfers: z.enum(['active', 'inactive', 'pending']),
      /** Whether Stripe pays out to the host's bank. */
      payoutsEnabled: z.boolean(),
      /** Whether onboarding is complete. */
      isSubmitted: z.boolean(),
      /** Stripe's requirements, due by `deadline` (UTC). */
      currentlyDue: z.array(z.string()),
      pastDue: z.array(z.string()),
      /** Why Stripe stopped the account. */
      disabledReason: z.string().nullable(),
      deadline: instant.nullable(),
      /** The host must act on the change. */
      needsHost: z.boolean(),
      changedAt: z.string(),
    }),
    upcasts: {
      1: (storedData) => ({
        ...storedData,
        payoutsEnabled: (storedData as { transfers: string }).transfers === 'active',
        currentlyDue: [],
        pastDue: [],
        disabledReason: null,
        deadline: null,
        needsHost: false,
      }),
    },
  },
  HostBankPayoutPaid: { version: 1, data: z.object({ ...bankPayoutFields, paidAt: instant }) },
  HostBankPayoutFailed: {
    version: 1,
    data: z.object({ ...bankPayoutFields, failureCode: z.string(), failedAt: instant }),
  },
});

export type PayoutAccountEvent = EventOf<typeof payoutAccountEvents>;
