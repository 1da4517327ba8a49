import { UNKNOWN_CURRENCY } from '@courtly/contracts/amount';
import { SettlementOutcome } from '@courtly/contracts/admin-money';
import { PaidCard } from '@courtly/contracts/bookings';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidBookingFields } from './paid-fields.js';

/** The calls that Stripe can refuse. */
const RefusableStep = z.enum(['capture', 'cancelIntent', 'refund']);

/**
 * An amount owed to the player, an amount that the player owes, or an authorization that never
 * ends.
 */
const SettledObligation = z.enum(['refund', 'charge', 'hold']);

/** Refunds by Courtly carry its metadata; all others come from Stripe's dashboard. */
const RefundSource = z.enum(['courtly', 'dashboard']);

/** For refunds from before their source and order were recorded. */
const withoutSource = (olderData: Record<string, unknown>) => ({
  ...olderData,
  source: 'courtly',
  orderId: null,
});

/**
 * For settlements from before outcomes were recorded: refunds had been paid, and the host got
 * nothing for a charge.
 */
const withOutcome = (olderData: Record<string, unknown>) => ({
  ...olderData,
  outcome: olderData['obligation'] === 'refund' ? 'paid' : 'waived',
  leftCents: 0,
});

/** For payments from before cards were recorded. */
const withoutCard = (olderData: Record<string, unknown>) => ({ ...olderData, card: null });

/**
 * The currency of a charge that differs from the price (`PaymentMismatchCharged`). Events about
 * the charge of the price lack it and are in dollars.
 */
const wrongCurrency = z.string().optional();

/**
 * When Stripe made a refund that is recorded more than a day later, with the charge that differs
 * from the price. No one is notified of it.
 */
const madeAt = instant.optional();

/**
 * The payment of one booking as Stripe reports it, in the stream `payment-<bookingId>`. `intentId`,
 * `chargeId`, and `refundId` are Stripe's ids.
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
    personal: [{ of: 'playerId', erased: { clientSecret: '' }, isRemark: true }],
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
    version: 2,
    data: z.object({
      ...paidBookingFields,
      intentId: z.string(),
      chargeId: z.string(),
      amountCents: cents,
      processorFeeCents: cents,
      card: PaidCard.nullable().optional(),
      capturedAt: instant,
    }),
    personal: [{ of: 'playerId', erased: { card: null }, isRemark: true }],
    upcasts: { 1: withoutCard },
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
  /** `orderId` is the manual order that the refund fulfills; null if it is for a cancellation. */
  PaymentRefunded: {
    version: 2,
    data: z.object({
      ...paidBookingFields,
      refundId: z.string(),
      amountCents: cents,
      source: RefundSource,
      orderId: z.string().nullable(),
      wrongCurrency,
      madeAt,
      refundedAt: instant,
    }),
    upcasts: { 1: withoutSource },
  },
  PaymentRefundFailed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      refundId: z.string(),
      amountCents: cents,
      wrongCurrency,
      madeAt,
      failedAt: instant,
    }),
  },
  /** Repeats when a closed dispute reopens, or its deadline for evidence changes or is met. */
  PaymentDisputeOpened: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      isInquiry: z.boolean(),
      disputedCents: cents,
      bankReason: z.string(),
      dueAt: instant.nullable(),
      wrongCurrency,
      openedAt: instant,
    }),
  },
  /** Repeats with each withdrawal. `amountCents` is what has moved since the previous event. */
  PaymentDisputed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      amountCents: cents,
      feeCents: cents,
      wrongCurrency,
      disputedAt: instant,
    }),
  },
  /** Repeats with each decision and return. Amounts are what has moved since the previous event. */
  PaymentDisputeClosed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      disputeId: z.string(),
      won: z.boolean(),
      returnedCents: cents,
      returnedFeeCents: cents,
      /** What the bank has kept in all. Events of earlier releases lack it. */
      lostCents: cents.optional(),
      wrongCurrency,
      closedAt: instant,
    }),
  },
  /** An admin orders a manual refund. `hostCents` reduces the host's share. */
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
    personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
  },
  /** Stripe refused a step. `attempts` is the number of consecutive refusals of this step. */
  PaymentRefused: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      step: RefusableStep,
      amountCents: cents,
      wrongCurrency,
      code: z.string(),
      message: z.string(),
      attempts: z.number().int(),
      tryAgainAt: instant,
      refusedAt: instant,
    }),
  },
  /** An admin orders another attempt after refusals or failed refunds. */
  PaymentRetryOrdered: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      orderId: z.string(),
      reason: z.string(),
      orderedBy: z.string(),
      orderedAt: instant,
    }),
    personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
  },
  /** The card could not be charged for a booking that was played or canceled late. */
  PaymentOverdue: {
    version: 1,
    data: z.object({ ...paidBookingFields, amountCents: cents, overdueAt: instant }),
  },
  /**
   * Money that was paid outside Stripe has to be returned to the player. `amountCents` is the
   * total.
   */
  PaymentReturnDue: {
    version: 1,
    data: z.object({ ...paidBookingFields, amountCents: cents, dueAt: instant }),
  },
  /**
   * An admin settled an amount outside Stripe: it was paid or waived. `leftCents` is what remains
   * of the same obligation. The amount may be that of a manual refund.
   */
  PaymentSettledOtherwise: {
    version: 2,
    data: z.object({
      ...paidBookingFields,
      orderId: z.string(),
      obligation: SettledObligation,
      outcome: SettlementOutcome,
      amountCents: cents,
      leftCents: cents,
      wrongCurrency,
      refundOrderId: z.string().nullable().optional(),
      reason: z.string(),
      orderedBy: z.string(),
      settledAt: instant,
    }),
    personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
    upcasts: { 1: withOutcome },
  },
  /** Stripe reported its fee after the charge. `processorFeeCents` replaces the recorded fee. */
  PaymentFeeRecorded: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      chargeId: z.string(),
      processorFeeCents: cents,
      changeCents: cents,
      wrongCurrency,
      recordedAt: instant,
    }),
  },
  /**
   * Stripe shows an amount or currency that differs from the agreed one. The payment is released,
   * or refunded if it was charged.
   */
  PaymentMismatched: {
    version: 2,
    data: z.object({
      ...paidBookingFields,
      intentId: z.string(),
      expectedCents: cents,
      foundCents: cents,
      foundCurrency: z.string(),
      foundAt: instant,
    }),
    // Version 1 named no currency. If the amounts are equal, it was not dollars.
    upcasts: { 1: (storedData) => ({ ...storedData, foundCurrency: UNKNOWN_CURRENCY }) },
  },
  /** A payment with a wrong amount or currency was charged. It pays for nothing. */
  PaymentMismatchCharged: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      intentId: z.string(),
      chargeId: z.string(),
      amountCents: cents,
      currency: z.string(),
      processorFeeCents: cents,
      chargedAt: instant,
    }),
  },
});

export type PaymentEvent = EventOf<typeof paymentEvents>;

/** All events that change the state of a payment, for projections that fold it. */
export const paymentStateTypes = [
  'PaymentIntentCreated',
  'PaymentDeclined',
  'PaymentAuthorised',
  'PaymentCaptured',
  'PaymentReleased',
  'PaymentRefunded',
  'PaymentRefundFailed',
  'PaymentDisputeOpened',
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentRefundOrdered',
  'PaymentRefused',
  'PaymentRetryOrdered',
  'PaymentOverdue',
  'PaymentReturnDue',
  'PaymentSettledOtherwise',
  'PaymentFeeRecorded',
  'PaymentMismatched',
  'PaymentMismatchCharged',
] as const satisfies readonly PaymentEvent['type'][];

/** The currency of the wrong charge that an event is about, or null. */
export const wrongCurrencyOf = ({ data }: Readonly<{ data: object }>): string | null =>
  'wrongCurrency' in data && typeof data.wrongCurrency === 'string' ? data.wrongCurrency : null;
