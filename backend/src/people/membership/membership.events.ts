import { ElitePlan, PurchasePurpose } from '@courtly/contracts/membership';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const centsSchema = z.number().int();
const instantSchema = z.string();
const memberFields = { userId: z.string() };
const intentFields = {
  ...memberFields,
  purpose: PurchasePurpose,
  intentId: z.string(),
  amountCents: centsSchema,
};
const subscriptionFields = { ...memberFields, subscriptionId: z.string() };
/** `until` ends what is paid for, `accessUntil` the membership, which outlasts it by the grace of a renewal. */
const termFields = {
  ...memberFields,
  plan: ElitePlan,
  founderNumber: z.number().int().nullable(),
  /** Stripe's id of what was paid: a payment intent of a founder, an invoice of a subscriber. */
  paidBy: z.string(),
  subscriptionId: z.string().nullable(),
  amountCents: centsSchema,
  /** What Stripe took of it: of what was noted before fees were, nothing. */
  processorFeeCents: centsSchema,
  policyId: z.string(),
  from: instantSchema,
  until: instantSchema,
  accessUntil: instantSchema,
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
        ...intentFields,
        founderNumber: z.number().int(),
        clientSecret: z.string(),
        createdAt: instantSchema,
        openUntil: instantSchema,
      }),
      personal: [{ of: 'userId', erased: { clientSecret: '' } }],
    },
    /** It was cancelled at Stripe unpaid, and cannot be paid any more. */
    EliteIntentEnded: { version: 1, data: z.object({ ...intentFields, endedAt: instantSchema }) },
    /** Stripe shows another amount or currency than was asked for: it makes nobody a member, and a person looks at it. */
    EliteIntentMismatched: {
      version: 1,
      data: z.object({
        ...intentFields,
        foundCents: centsSchema,
        foundCurrency: z.string(),
        foundAt: instantSchema,
      }),
    },
    /** Proof that the person agreed to renewals, apart from everything else (domain rules, "Membership"). */
    RenewalConsentGiven: {
      version: 1,
      data: z.object({
        ...memberFields,
        version: z.string(),
        textHash: z.string(),
        amountCents: centsSchema,
        consentedAt: instantSchema,
        userAgent: z.string(),
        ipAddress: z.string(),
      }),
      personal: [{ of: 'userId', erased: { userAgent: '', ipAddress: '' } }],
    },
    EliteSubscriptionCreated: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        customerId: z.string(),
        clientSecret: z.string(),
        amountCents: centsSchema,
        createdAt: instantSchema,
      }),
      personal: [{ of: 'userId', erased: { clientSecret: '' } }],
    },
    /** Nothing is charged under it any more. */
    EliteSubscriptionEnded: {
      version: 1,
      data: z.object({ ...subscriptionFields, endedAt: instantSchema }),
    },
    EliteActivated: {
      version: 2,
      data: z.object({ ...termFields, activatedAt: instantSchema }),
      upcasts: { 1: (storedData) => ({ ...storedData, processorFeeCents: 0 }) },
    },
    EliteRenewed: {
      version: 2,
      data: z.object({ ...termFields, renewedAt: instantSchema }),
      upcasts: { 1: (storedData) => ({ ...storedData, processorFeeCents: 0 }) },
    },
    ElitePaymentFailed: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        invoiceId: z.string(),
        amountCents: centsSchema,
        accessUntil: instantSchema,
        failedAt: instantSchema,
      }),
    },
    /** The next month will not be charged: the membership ends with the month that is paid. */
    EliteCancelled: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        accessUntil: instantSchema,
        cancelledAt: instantSchema,
      }),
    },
    /** The cancellation was taken back in time, on Stripe's own page. */
    EliteResumed: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        accessUntil: instantSchema,
        resumedAt: instantSchema,
      }),
    },
    EliteLapsed: {
      version: 1,
      data: z.object({
        ...memberFields,
        plan: ElitePlan,
        founderNumber: z.number().int().nullable(),
        accessUntil: instantSchema,
        lapsedAt: instantSchema,
      }),
    },
  },
  { live: true },
);

export type MembershipEvent = EventOf<typeof membershipEvents>;
