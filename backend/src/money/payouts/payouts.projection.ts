import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { type PaymentEvent, paymentStateTypes } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { isDisputed } from '../payments/disputes.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type PayableBooking,
  adjustedShare,
  debtCents,
  disputedPayoutCents,
  expectedHostShare,
  hostShare,
  isFundedByCharge,
  movableFrom,
  owedCents,
  payoutDueAt,
} from './next-payout.js';
import type { PayoutEvent } from './payout.events.js';
import { type Payout, paidOutCents, payout, refusalOf } from './payout.js';
import { needsBalanceAt } from './needs-balance.js';
import { type OpenObligation, laterOf, noObligation } from '../settlement/open-obligation.js';

type BookingFields = PayableBooking &
  Readonly<{ bookingId: string; courtId: string; hostId: string; startTime: string; zone: string }>;

/**
 * The payout for a booking, in cents. A host may have to wait for longer than the due time, for
 * example for an account at Stripe.
 */
export type PayoutDocument = BookingFields &
  OpenObligation<PayoutStep> &
  Readonly<{
    /** In the court's zone, such as `2027-03`. */
    month: string;
    payment: Payment | null;
    /** When the card was charged (UTC). */
    chargedAt: string | null;
    payout: Payout;
    shareCents: number;
    paidCents: number;
    dueCents: number;
    /** When `dueCents` will need Courtly's available balance (UTC). Null if nothing is due. */
    needsBalanceAt: string | null;
    /** Frozen by a dispute. */
    frozenCents: number;
    /** Paid, but at risk because of a dispute. */
    disputedCents: number;
    /** Belongs to the host, even before the booking ends. */
    unpaidCents: number;
    /** Paid, but no longer earned. A reversal or other payouts take it back. */
    excessCents: number;
    /** The part of `excessCents` that Stripe cannot take back, so other payouts repay it. */
    debtCents: number;
  }>;

type PayoutSources = BookingFields & Pick<PayoutDocument, 'payment' | 'chargedAt' | 'payout'>;

type PayoutStep = 'transfer' | 'reverse';

type PayoutSourceEvent = BookingEvent | PaymentEvent | PayoutEvent;

const isPaymentEvent = (sourceEvent: PayoutSourceEvent): sourceEvent is PaymentEvent =>
  sourceEvent.type.startsWith('Payment');
const isPayoutEvent = (sourceEvent: PayoutSourceEvent): sourceEvent is PayoutEvent =>
  sourceEvent.type.startsWith('Payout');

const payoutFigures = ({
  payment: paymentState,
  chargedAt,
  payout: payoutState,
  ...bookingFields
}: PayoutSources) => {
  const [shareCents, paidCents] = [
    adjustedShare(hostShare(bookingFields, paymentState), bookingFields, payoutState),
    paidOutCents(payoutState),
  ];
  const owed = Math.max(0, shareCents - paidCents);
  const expectedShare = expectedHostShare(bookingFields, paymentState);
  const expectedCents = adjustedShare(expectedShare, bookingFields, payoutState);
  const isFrozen = paymentState !== null && isDisputed(paymentState);
  const dueCents = isFrozen ? 0 : owed;
  const isFunded = paymentState !== null && isFundedByCharge(paymentState, dueCents);
  return {
    shareCents,
    paidCents,
    dueCents,
    needsBalanceAt:
      dueCents > 0
        ? needsBalanceAt(payoutDueAt(bookingFields), payoutState, isFunded ? chargedAt : null)
        : null,
    frozenCents: isFrozen ? owed : 0,
    disputedCents: disputedPayoutCents(bookingFields, paymentState, payoutState),
    unpaidCents: Math.max(0, expectedCents - paidCents),
    excessCents: Math.max(0, paidCents - shareCents),
    debtCents: debtCents(bookingFields, paymentState, payoutState),
  };
};

/** `earlier` is what was owed before an event at an instant (UTC). */
const payoutObligation = (
  { payment: paymentState, payout: payoutState, ...bookingFields }: PayoutDocument,
  earlier: OpenObligation<PayoutStep>,
  instant: string,
): OpenObligation<PayoutStep> => {
  const movableAt = movableFrom(bookingFields, paymentState, payoutState);
  if (movableAt === null) return noObligation;
  const owed = owedCents(bookingFields, paymentState, payoutState);
  const what = owed > 0 ? 'transfer' : 'reverse';
  const lastRefusal = refusalOf(payoutState, what);
  const since = earlier.what === what ? earlier.since! : instant;
  return {
    what,
    amountCents: Math.abs(owed),
    since,
    dueAt: laterOf(movableAt, since),
    attempts: lastRefusal?.attempts ?? 0,
    lastRefusal,
  };
};

const pickBookingFields = (booking: BookingFields): BookingFields => {
  const { bookingId, courtId, hostId, startTime, endTime, zone, status, payBy } = booking;
  const { totalCents, taxCents, payoutCents, terms, cancellation } = booking;
  return {
    bookingId,
    courtId,
    hostId,
    startTime,
    endTime,
    zone,
    status,
    payBy,
    totalCents,
    taxCents,
    payoutCents,
    terms: { payoutDelayMinutes: terms.payoutDelayMinutes },
    cancellation,
  };
};

const requestedPayout = (
  requestData: Extract<BookingEvent, { type: 'BookingRequested' }>['data'],
): PayoutDocument => {
  const bookingFields = pickBookingFields({
    ...requestData,
    status: 'pending',
    cancellation: null,
  });
  const calendarMonth = localDate(requestData.zone, requestData.startTime).slice(0, 7);
  const sources = { ...bookingFields, payment: null, chargedAt: null, payout: payout.initial };
  return { ...sources, month: calendarMonth, ...payoutFigures(sources), ...noObligation };
};

const afterBookingEvent = (
  document: PayoutDocument,
  { type, data }: BookingEvent,
): PayoutDocument => {
  if (type === 'BookingApproved') return { ...document, status: 'confirmed' };
  if (type === 'BookingMoved')
    return { ...document, startTime: data.startTime, endTime: data.endTime };
  if (type === 'BookingCompleted') return { ...document, status: 'completed' };
  if (type !== 'BookingCancelled') return document;
  const { refundCents, hostCents } = data;
  return { ...document, status: 'cancelled', cancellation: { refundCents, hostCents } };
};

const documentAfter = (
  document: PayoutDocument,
  sourceEvent: PayoutSourceEvent,
): PayoutDocument => {
  if (isPayoutEvent(sourceEvent))
    return { ...document, payout: payout.evolve(document.payout, sourceEvent) };
  if (!isPaymentEvent(sourceEvent)) return afterBookingEvent(document, sourceEvent);
  const nextPayment = payment.evolve(document.payment, sourceEvent);
  return {
    ...document,
    payment: nextPayment && { ...nextPayment, clientSecret: '' },
    chargedAt:
      sourceEvent.type === 'PaymentCaptured' ? sourceEvent.data.capturedAt : document.chargedAt,
  };
};

/** Payouts of bookings paid by card, by booking id. */
export const payouts = defineProjection<PayoutDocument, PayoutSourceEvent>({
  name: 'payouts',
  version: 25,
  indexes: [
    { dueAt: 1, hostId: 1 },
    { hostId: 1, dueAt: 1 },
    { unpaidCents: 1 },
    { needsBalanceAt: 1 },
    { hostId: 1, debtCents: 1 },
    { 'payout.offsets.debtBookingId': 1 },
    { hostId: 1, month: -1, courtId: 1 },
    { hostId: 1, startTime: -1, _id: -1 },
  ],
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingMoved'] as const),
    ...(['BookingCancelled', 'BookingCompleted'] as const),
    ...paymentStateTypes,
    ...(['PayoutTransferred', 'PayoutReversed', 'PayoutRefused'] as const),
    ...(['PayoutOffset', 'PayoutRecovered'] as const),
    ...([
      'PayoutAdjusted',
      'PayoutRetryOrdered',
      'PayoutDebtRecorded',
      'PayoutDebtReduced',
    ] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, sourceEvent) {
    if (sourceEvent.type === 'BookingRequested')
      return sourceEvent.data.payBy === null ? null : requestedPayout(sourceEvent.data);
    if (!document) return null;
    const nextDocument = documentAfter(document, sourceEvent);
    return {
      ...nextDocument,
      ...payoutFigures(nextDocument),
      ...payoutObligation(nextDocument, document, sourceEvent.metadata.at),
    };
  },
  audience: ({ hostId }) => [hostId],
  people: ({ hostId }) => [hostId],
});
