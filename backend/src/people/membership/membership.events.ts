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
/** `until` ends the paid time; `accessUntil` ends the membership, after the grace period. */
const termFields = {
  ...memberFields,
  plan: ElitePlan,
  founderNumber: z.number().int().nullable(),
  /** Stripe's id of a founder's payment intent or a subscriber's invoice. */
  paidBy: z.string(),
  subscriptionId: z.string().nullable(),
  amountCents: centsSchema,
  /** Stripe's fee; 0 for events from before fees were recorded. */
  processorFeeCents: centsSchema,
  policyId: z.string(),
  from: instantSchema,
  until: instantSchema,
  accessUntil: instantSchema,
};

/**
 * The membership of one person and its payments at Stripe. The stream is `membership-<userId>`.
 * Amounts are cents of US dollars, instants are UTC. Only the person may see the client secrets.
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
    EliteIntentEnded: { version: 1, data: z.object({ ...intentFields, endedAt: instantSchema }) },
    /**
     * Stripe shows a different amount or currency than requested. It grants no membership; an admin
     * must review it.
     */
    EliteIntentMismatched: {
      version: 1,
      data: z.object({
        ...intentFields,
        foundCents: centsSchema,
        foundCurrency: z.string(),
        foundAt: instantSchema,
      }),
    },
    /** Separate proof of consent to renewals (domain rules, "Membership"). */
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
    EliteCancelled: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        accessUntil: instantSchema,
        cancelledAt: instantSchema,
      }),
    },
    /** The cancellation was undone on Stripe's page. */
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
