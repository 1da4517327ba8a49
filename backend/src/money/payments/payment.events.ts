import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidBookingFields } from './paid-fields.js';

/**
 * The payment of one booking as Stripe reports it, in the stream `payment-<bookingId>`. Amounts are
 * integer US cents; instants are UTC; `intentId`, `chargeId`, and `refundId` are Stripe's.
 * `PaymentDisputeOpened` repeats when a closed dispute reopens or its deadline for evidence (`dueAt`)
 * changes, `PaymentDisputed` with each withdrawal, and `PaymentDisputeClosed` with each decision and
 * return. Their amounts are what moved since the previous event; `disputedCents` is in dispute.
 */
export const paymentEvents = defineEvents(['payment'], {
  PaymentIntentCreated: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      intentId: z.string(),
      clientSecret: z.string(),
      createdAt: instant,
    }),
    personal: [{ of: 'playerId', erased: { clientSecret: '' } }],
  },
  PaymentDeclined: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      intentId: z.string(),
      chargeId: z.string(),
      code: z.string(),
      declinedAt: instant,
    }),
  },
  PaymentAuthorised: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
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
      ...paidBookingFields,
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
      ...paidBookingFields,
      intentId: z.string(),
      wasAuthorised: z.boolean(),
      releasedAt: instant,
    }),
  },
  PaymentRefunded: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      refundId: z.string(),
      amountCents: cents,
      refundedAt: instant,
    }),
  },
  PaymentRefundFailed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      refundId: z.string(),
      amountCents: cents,
      failedAt: instant,
    }),
  },
  PaymentDisputeOpened: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      isInquiry: z.boolean(),
      disputedCents: cents,
      bankReason: z.string(),
      dueAt: instant.nullable(),
      openedAt: instant,
    }),
  },
  PaymentDisputed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      amountCents: cents,
      feeCents: cents,
      disputedAt: instant,
    }),
  },
  PaymentDisputeClosed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      won: z.boolean(),
      returnedCents: cents,
      returnedFeeCents: cents,
      closedAt: instant,
    }),
  },
  /** A manual refund by an admin. `hostCents` reduces the host's share. */
  PaymentRefundOrdered: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
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
      ...paidBookingFields,
      intentId: z.string(),
      expectedCents: cents,
      foundCents: cents,
      foundAt: instant,
    }),
  },
});

export type PaymentEvent = EventOf<typeof paymentEvents>;
