import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

const accountFields = { hostId: z.string(), accountId: z.string() };
const bankPayoutFields = { ...accountFields, payoutId: z.string(), amountCents: cents };

/**
 * A host's connected account. The stream is `payoutAccount-<hostId>`. `accountId` and `payoutId`
 * are Stripe's ids. `transfers` is whether Stripe accepts transfers to the account,
 * `payoutsEnabled` whether it pays them out to the host's bank, and `isSubmitted` whether
 * onboarding is complete. `currentlyDue` and `pastDue` are Stripe's requirements, due by `deadline`
 * (UTC). `disabledReason` is why Stripe stopped the account. `needsHost` marks a change on which
 * the host must act. A bank can return a payout (`failureCode`) that it accepted earlier.
 */
export const payoutAccountEvents = defineEvents(['payoutAccount'], {
  PayoutAccountOpened: { version: 1, data: z.object({ ...accountFields, openedAt: z.string() }) },
  PayoutAccountChanged: {
    version: 2,
    data: z.object({
      ...accountFields,
      transfers: z.enum(['active', 'inactive', 'pending']),
      payoutsEnabled: z.boolean(),
      isSubmitted: z.boolean(),
      currentlyDue: z.array(z.string()),
      pastDue: z.array(z.string()),
      disabledReason: z.string().nullable(),
      deadline: instant.nullable(),
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
