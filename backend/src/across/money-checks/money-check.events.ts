import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const instant = z.string();
const count = z.number().int();

/**
 * A problem that a money check found. `findingId` is a hash of the other fields, with the first
 * wording of the text, so it never changes. `subject` is a booking, member, or stream, or Stripe.
 */
export const Finding = z.object({
  findingId: z.string(),
  source: z.enum(['verify', 'reconcile']),
  subject: z.string(),
  text: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** A finding of a check. Only money problems can be acknowledged. */
const CheckedFinding = Finding.extend({ canAcknowledge: z.boolean() });
export type CheckedFinding = z.infer<typeof CheckedFinding>;

/**
 * The nightly money checks, in the stream `moneyChecks-all`. Reasons stay in the log permanently,
 * so they must not name a person.
 */
export const moneyCheckEvents = defineEvents(['moneyChecks'], {
  /** A complete pass over Stripe's events; `since` is null if there was no limit. */
  StripeEventsRead: {
    version: 1,
    data: z.object({ since: instant.nullable(), hasStripe: z.boolean(), readAt: instant }),
  },
  MoneyChecked: {
    version: 2,
    data: z.object({
      since: instant,
      violationCount: count,
      differenceCount: count,
      acknowledgedCount: count,
      waitingCount: count,
      /** Listed findings that the previous check did not list. Earlier releases lack it. */
      newCount: count.optional(),
      /** Open findings, at most 500. */
      findings: z.array(CheckedFinding),
      /** Amounts that are overdue for a known reason. */
      waiting: z.array(z.object({ subject: z.string(), text: z.string() })),
      checkedAt: instant,
    }),
    upcasts: {
      1: (storedData) => ({
        ...storedData,
        findings: (storedData['findings'] as Finding[]).map((finding) => ({
          ...finding,
          canAcknowledge: true,
        })),
      }),
    },
  },
  MoneyFindingAcknowledged: {
    version: 1,
    data: Finding.extend({
      reason: z.string(),
      acknowledgedBy: z.string(),
      acknowledgedAt: instant,
    }),
  },
});

export type MoneyCheckEvent = EventOf<typeof moneyCheckEvents>;
