import { ElitePlan, PurchasePurpose } from '@courtly/contracts/membership';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const cents = z.number().int();
const instant = z.string();
const member = { userId: z.string() };
const intent = { ...member, purpose: PurchasePurpose, intentId: z.string(), amountCents: cents };
const subscription = { ...member, subscriptionId: z.string() };
/** `until` ends what is paid for, `accessUntil` the membership, which outlasts it by the grace of a renewal. */
const term = {
  ...member,
  plan: ElitePlan,
  founderNumber: z.number().int().nullable(),
  /** Stripe's id of what was paid: a payment intent of a founder, an invoice of a subscriber. */
  paidBy: z.string(),
  subscriptionId: z.string().nullable(),
  amountCents: cents,
  /** What Stripe took of it: of what was noted before fees were, nothing. */
  processorFeeCents: cents,
  policyId: z.string(),
  from: instant,
  until: instant,
  accessUntil: instant,
};

/**
 * The membership of one person, and what became of its payments, as Stripe tells it. The stream is `membership-<userId>`.
 * Amounts are integer cents of US dollars, instants are UTC. The secrets by which a browser pays are the person's alone.
 */
export const membershipEvents = defineEvents(
  ['membership'],
  {
    EliteIntentCreated: {
      version: 1,
      data: z.object({
        ...intent,
        founderNumber: z.number().int(),
        clientSecret: z.string(),
        createdAt: instant,
        openUntil: instant,
      }),
      personal: [{ of: 'userId', erased: { clientSecret: '' } }],
    },
    /** It was cancelled at Stripe unpaid, and cannot be paid any more. */
    EliteIntentEnded: { version: 1, data: z.object({ ...intent, endedAt: instant }) },
    /** Stripe shows another amount or currency than was asked for: it makes nobody a member, and a person looks at it. */
    EliteIntentMismatched: {
      version: 1,
      data: z.object({ ...intent, foundCents: cents, foundCurrency: z.string(), foundAt: instant }),
    },
    /** Proof that the person agreed to renewals, apart from everything else (domain rules, "Membership"). */
    RenewalConsentGiven: {
      version: 1,
      data: z.object({
        ...member,
        version: z.string(),
        textHash: z.string(),
        amountCents: cents,
        consentedAt: instant,
        userAgent: z.string(),
        ipAddress: z.string(),
      }),
      personal: [{ of: 'userId', erased: { userAgent: '', ipAddress: '' } }],
    },
    EliteSubscriptionCreated: {
      version: 1,
      data: z.object({
        ...subscription,
        customerId: z.string(),
        clientSecret: z.string(),
        amountCents: cents,
        createdAt: instant,
      }),
      personal: [{ of: 'userId', erased: { clientSecret: '' } }],
    },
    /** Nothing is charged under it any more. */
    EliteSubscriptionEnded: { version: 1, data: z.object({ ...subscription, endedAt: instant }) },
    EliteActivated: {
      version: 2,
      data: z.object({ ...term, activatedAt: instant }),
      upcasts: { 1: (data) => ({ ...data, processorFeeCents: 0 }) },
    },
    EliteRenewed: {
      version: 2,
      data: z.object({ ...term, renewedAt: instant }),
      upcasts: { 1: (data) => ({ ...data, processorFeeCents: 0 }) },
    },
    ElitePaymentFailed: {
      version: 1,
      data: z.object({
        ...subscription,
        invoiceId: z.string(),
        amountCents: cents,
        accessUntil: instant,
        failedAt: instant,
      }),
    },
    /** The next month will not be charged: the membership ends with the month that is paid. */
    EliteCancelled: {
      version: 1,
      data: z.object({ ...subscription, accessUntil: instant, cancelledAt: instant }),
    },
    /** The cancellation was taken back in time, on Stripe's own page. */
    EliteResumed: {
      version: 1,
      data: z.object({ ...subscription, accessUntil: instant, resumedAt: instant }),
    },
    EliteLapsed: {
      version: 1,
      data: z.object({
        ...member,
        plan: ElitePlan,
        founderNumber: z.number().int().nullable(),
        accessUntil: instant,
        lapsedAt: instant,
      }),
    },
  },
  { live: true },
);

export type MembershipEvent = EventOf<typeof membershipEvents>;
