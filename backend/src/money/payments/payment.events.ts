import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidFields } from './paid-fields.js';

/**
 * What has become of the money of one booking, as Stripe tells it. The stream is `payment-<bookingId>`. Amounts are integer
 * cents of US dollars, instants are UTC; `intentId`, `chargeId` and `refundId` are Stripe's. The secret by which a browser
 * confirms the payment is the player's alone. `PaymentDisputed` says what a cardholder's bank has taken back, and Stripe's fee for
 * that; it comes once more where the bank takes more. `returnedCents` is what came back when the dispute was won.
 */
export const paymentEvents = defineEvents(['payment'], {
  PaymentIntentCreated: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      clientSecret: z.string(),
      createdAt: instant,
    }),
    personal: [{ of: 'playerId', erased: { clientSecret: '' } }],
  },
  PaymentDeclined: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      chargeId: z.string(),
      code: z.string(),
      declinedAt: instant,
    }),
  },
  PaymentAuthorised: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      chargeId: z.string(),
      amountCents: cents,
      captureBefore: instant.nullable(),
      authorisedAt: instant,
    }),
  },
  PaymentCaptured: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      chargeId: z.string(),
      amountCents: cents,
      processorFeeCents: cents,
      capturedAt: instant,
    }),
  },
  PaymentReleased: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      wasAuthorised: z.boolean(),
      releasedAt: instant,
    }),
  },
  PaymentRefunded: {
    version: 1,
    data: z.object({
      ...paidFields,
      refundId: z.string(),
      amountCents: cents,
      refundedAt: instant,
    }),
  },
  PaymentRefundFailed: {
    version: 1,
    data: z.object({ ...paidFields, refundId: z.string(), amountCents: cents, failedAt: instant }),
  },
  PaymentDisputed: {
    version: 1,
    data: z.object({
      ...paidFields,
      disputeId: z.string(),
      amountCents: cents,
      feeCents: cents,
      disputedAt: instant,
    }),
  },
  PaymentDisputeClosed: {
    version: 1,
    data: z.object({
      ...paidFields,
      disputeId: z.string(),
      won: z.boolean(),
      returnedCents: cents,
      returnedFeeCents: cents,
      closedAt: instant,
    }),
  },
  /** An admin gives money back by hand: how much of it the host bears, whose share shrinks by it, and how much the platform. */
  PaymentRefundOrdered: {
    version: 1,
    data: z.object({
      ...paidFields,
      orderId: z.string(),
      amountCents: cents,
      hostCents: cents,
      platformCents: cents,
      reason: z.string(),
      orderedBy: z.string(),
      orderedAt: instant,
    }),
    personal: [{ of: 'orderedBy', erased: { reason: '' } }],
  },
  PaymentMismatched: {
    version: 1,
    data: z.object({
      ...paidFields,
      intentId: z.string(),
      expectedCents: cents,
      foundCents: cents,
      foundAt: instant,
    }),
  },
});

export type PaymentEvent = EventOf<typeof paymentEvents>;
