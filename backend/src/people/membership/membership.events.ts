import { UNKNOWN_CURRENCY, US_DOLLARS } from '@courtly/contracts/amount';
import { PaidCard } from '@courtly/contracts/bookings';
import { ElitePlan, PurchasePurpose } from '@courtly/contracts/membership';
import { z } from 'zod';
import { SettlementOutcome } from '@courtly/contracts/admin-money';
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
/** `paidBy` is Stripe's id of a founder's payment intent or a subscriber's invoice. */
const paymentFields = { ...memberFields, plan: ElitePlan, paidBy: z.string() };
/**
 * `reversalId` is Stripe's id of the refund or dispute. For a refund paid outside Stripe
 * (`outside`), it is the id of the admin's order.
 */
const reversalFields = {
  ...paymentFields,
  founderNumber: z.number().int().nullable(),
  kind: z.enum(['refund', 'dispute', 'outside']),
  reversalId: z.string(),
  amountCents: centsSchema,
  currency: z.string(),
  processorFeeCents: centsSchema,
};
const disputeFields = { ...paymentFields, disputeId: z.string() };
/**
 * `until` is the end of the paid time; `accessUntil` is the end of the membership, after the grace
 * period.
 */
const termFields = {
  ...memberFields,
  plan: ElitePlan,
  founderNumber: z.number().int().nullable(),
  /** Stripe's id of a founder's payment intent or a subscriber's invoice. */
  paidBy: z.string(),
  subscriptionId: z.string().nullable(),
  amountCents: centsSchema,
  /** Stripe's fee; 0 in events from before fees were recorded. */
  processorFeeCents: centsSchema,
  /** Null in events from before cards were recorded. */
  card: PaidCard.nullable().optional(),
  policyId: z.string(),
  from: instantSchema,
  until: instantSchema,
  accessUntil: instantSchema,
};
const termUpcasts = {
  1: (storedData: Record<string, unknown>) => ({ ...storedData, processorFeeCents: 0 }),
  2: (storedData: Record<string, unknown>) => ({ ...storedData, card: null }),
};

/**
 * For events that did not name a currency yet. Their payment may have a wrong currency or be for a
 * month, whose currency was not checked at that time.
 */
const currencyUpcasts = {
  1: (storedData: Record<string, unknown>) => ({ ...storedData, currency: UNKNOWN_CURRENCY }),
};

/**
 * The membership of one person and its payments at Stripe, in the stream `membership-<userId>`.
 * Amounts are cents of `currency` or US dollars. Only the member may see client secrets.
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
     * Stripe shows an amount or currency other than the requested one. The payment grants no
     * membership, and an admin must review it.
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
    /**
     * A payment with a wrong amount or currency was charged, before or after the mismatch was
     * found. It grants no membership, and all of it must be returned.
     */
    EliteMismatchCharged: {
      version: 1,
      data: z.object({
        ...paymentFields,
        amountCents: centsSchema,
        currency: z.string(),
        processorFeeCents: centsSchema,
        card: PaidCard.nullable(),
        chargedAt: instantSchema,
      }),
      personal: [{ of: 'userId', erased: { card: null } }],
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
      version: 3,
      data: z.object({ ...termFields, activatedAt: instantSchema }),
      personal: [{ of: 'userId', erased: { card: null } }],
      upcasts: termUpcasts,
    },
    EliteRenewed: {
      version: 3,
      data: z.object({ ...termFields, renewedAt: instantSchema }),
      personal: [{ of: 'userId', erased: { card: null } }],
      upcasts: termUpcasts,
    },
    /**
     * A renewal in a currency other than dollars renews nothing, so its subscription has to end.
     */
    ElitePaymentFailed: {
      version: 2,
      data: z.object({
        ...subscriptionFields,
        invoiceId: z.string(),
        amountCents: centsSchema,
        currency: z.string(),
        accessUntil: instantSchema,
        failedAt: instantSchema,
      }),
      // Before these events named a currency, only failures in dollars were recorded.
      upcasts: {
        1: (storedData: Record<string, unknown>) => ({ ...storedData, currency: US_DOLLARS }),
      },
    },
    EliteCancelled: {
      version: 1,
      data: z.object({
        ...subscriptionFields,
        accessUntil: instantSchema,
        cancelledAt: instantSchema,
      }),
    },
    /** The cancellation was undone on Stripe's customer page. */
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
    /**
     * Stripe reports the fee of a payment only after the charge. This replaces the fee in the
     * payment.
     */
    EliteFeeRecorded: {
      version: 1,
      data: z.object({
        ...paymentFields,
        processorFeeCents: centsSchema,
        recordedAt: instantSchema,
      }),
    },
    /** Money from a payment was taken back: `amountCents` of a refund or dispute. */
    EliteReversed: {
      version: 2,
      data: z.object({
        ...reversalFields,
        orderId: z.string().nullable(),
        /** False while a refund is pending or a dispute is open. */
        isFinal: z.boolean(),
        /** The payment is reversed in full, so it grants no access. */
        isFull: z.boolean(),
        endsMembership: z.boolean(),
        /** The resulting end of the membership. */
        accessUntil: instantSchema.nullable(),
        policyId: z.string(),
        /** The policy value for the founder's seat. */
        freesSeat: z.boolean(),
        reversedAt: instantSchema,
      }),
      upcasts: currencyUpcasts,
    },
    /** A pending refund succeeded, or a dispute was lost. */
    EliteReversalConfirmed: {
      version: 2,
      data: z.object({ ...reversalFields, confirmedAt: instantSchema }),
      upcasts: currencyUpcasts,
    },
    /** Money came back: `amountCents` of a failed refund or a won dispute. */
    EliteReversalUndone: {
      version: 2,
      data: z.object({
        ...reversalFields,
        restoresMembership: z.boolean(),
        /** Stripe refused to end this subscription, which now continues. */
        keptSubscriptionId: z.string().optional(),
        accessUntil: instantSchema.nullable(),
        undoneAt: instantSchema,
      }),
      upcasts: currencyUpcasts,
    },
    /**
     * A bank disputes a payment, or inquires about it before taking money (`isInquiry`). Recorded
     * again when this or the deadline for evidence (`dueAt`) changes, or a closed dispute reopens.
     */
    EliteDisputeOpened: {
      version: 2,
      data: z.object({
        ...disputeFields,
        isInquiry: z.boolean(),
        disputedCents: centsSchema,
        currency: z.string(),
        bankReason: z.string(),
        dueAt: instantSchema.nullable(),
        openedAt: instantSchema,
      }),
      upcasts: currencyUpcasts,
    },
    EliteDisputeClosed: {
      version: 1,
      data: z.object({ ...disputeFields, won: z.boolean(), closedAt: instantSchema }),
    },
    /**
     * All payments of a founder were reversed, or an admin ended the membership together with its
     * seat.
     */
    EliteSeatFreed: {
      version: 1,
      data: z.object({ ...memberFields, founderNumber: z.number().int(), freedAt: instantSchema }),
    },
    EliteSeatRestored: {
      version: 1,
      data: z.object({
        ...memberFields,
        founderNumber: z.number().int(),
        restoredAt: instantSchema,
      }),
    },
    /** An admin refunds all or part of a payment. */
    EliteRefundOrdered: {
      version: 2,
      data: z.object({
        ...paymentFields,
        orderId: z.string(),
        amountCents: centsSchema,
        currency: z.string(),
        reason: z.string(),
        orderedBy: z.string(),
        orderedAt: instantSchema,
      }),
      personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
      upcasts: currencyUpcasts,
    },
    /** Stripe refused a refund. An admin can order it again. */
    EliteRefundRefused: {
      version: 2,
      data: z.object({
        ...memberFields,
        paidBy: z.string(),
        orderId: z.string(),
        amountCents: centsSchema,
        currency: z.string(),
        code: z.string(),
        refusedAt: instantSchema,
      }),
      upcasts: currencyUpcasts,
    },
    /** Stripe refused to cancel the open payment or the subscription, or to void its invoices. */
    EliteStepRefused: {
      version: 2,
      data: z.object({
        ...memberFields,
        step: z.enum(['cancelIntent', 'cancelSubscription', 'voidInvoices']),
        /** The id of the payment intent or subscription. */
        stripeId: z.string(),
        /** What could still be charged, or was authorized with a wrong amount, in `currency`. */
        amountCents: centsSchema,
        currency: z.string(),
        code: z.string(),
        message: z.string(),
        /** Consecutive refusals. After ten, only an admin can order another attempt. */
        attempts: z.number().int(),
        tryAgainAt: instantSchema,
        refusedAt: instantSchema,
      }),
      // Version 1 always stated the price.
      upcasts: {
        1: (storedData: Record<string, unknown>) => ({ ...storedData, currency: US_DOLLARS }),
      },
    },
    /** An admin orders another attempt at a step that Stripe refused. */
    EliteRetryOrdered: {
      version: 1,
      data: z.object({
        ...memberFields,
        stripeId: z.string(),
        orderId: z.string(),
        reason: z.string(),
        orderedBy: z.string(),
        orderedAt: instantSchema,
      }),
      personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
    },
    /**
     * An admin settled a refund that Stripe refused or a bank returned: it was paid outside Stripe,
     * or the member waived it. `leftCents` is what still has to be refunded.
     */
    EliteRefundSettledOtherwise: {
      version: 2,
      data: z.object({
        ...paymentFields,
        orderId: z.string(),
        amountCents: centsSchema,
        leftCents: centsSchema,
        currency: z.string(),
        outcome: SettlementOutcome,
        reason: z.string(),
        orderedBy: z.string(),
        settledAt: instantSchema,
      }),
      personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
      upcasts: currencyUpcasts,
    },
    /** An admin ended the membership. The platform keeps the payments unless they are refunded. */
    EliteEnded: {
      version: 1,
      data: z.object({
        ...memberFields,
        plan: ElitePlan,
        founderNumber: z.number().int().nullable(),
        freesSeat: z.boolean(),
        reason: z.string(),
        endedBy: z.string(),
        endedAt: instantSchema,
      }),
      personal: [{ of: 'endedBy', erased: { reason: '' }, isRemark: true }],
    },
    /** An admin returns a payment with the wrong amount. The person can buy again. */
    EliteMismatchResolved: {
      version: 1,
      data: z.object({
        ...intentFields,
        orderId: z.string(),
        reason: z.string(),
        resolvedBy: z.string(),
        resolvedAt: instantSchema,
      }),
      personal: [{ of: 'resolvedBy', erased: { reason: '' }, isRemark: true }],
    },
  },
  { live: true },
);

export type MembershipEvent = EventOf<typeof membershipEvents>;
