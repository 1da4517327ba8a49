import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { localDate } from '../../platform/kernel/local-time.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { isDisputed } from '../payments/payment-sums.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Earned, dueAt, hostShare, nextPayout } from './next-payout.js';
import type { PayoutEvent } from './payout.events.js';
import { type Payout, paidOut, payout } from './payout.js';

type Facts = Earned &
  Readonly<{ bookingId: string; courtId: string; hostId: string; startTime: string; zone: string }>;

/**
 * What a host is paid for a booking. `month` (`2027-03`) is on the calendar of its court; amounts are cents: of his share, what
 * he was paid, what is due, and what a dispute freezes. `tryAt` (UTC) is from when on money is to move for it, null where none
 * is.
 */
export type PayoutOfBooking = Facts &
  Readonly<{
    month: string;
    payment: Payment | null;
    payout: Payout;
    shareCents: number;
    paidCents: number;
    dueCents: number;
    frozenCents: number;
    tryAt: string | null;
  }>;

type AnyEvent = BookingEvent | PaymentEvent | PayoutEvent;

const isPaymentEvent = (event: AnyEvent): event is PaymentEvent => event.type.startsWith('Payment');
const isPayoutEvent = (event: AnyEvent): event is PayoutEvent => event.type.startsWith('Payout');

/** An account that can be paid: whether there is one, nothing but the account tells. */
const someAccount = { accountId: '', transfers: 'active', isSubmitted: true } as const;
const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

const figures = (facts: Facts, known: Payment | null, paid: Payout) => {
  const [shareCents, paidCents] = [hostShare(facts, known), paidOut(paid)];
  const owed = Math.max(0, shareCents - paidCents);
  const isFrozen = known !== null && isDisputed(known);
  const next = nextPayout(facts, known, paid, someAccount, LAST_INSTANT);
  const tryAt =
    next === null || next.type === 'wait' ? null : (paid.refusal?.tryAgainAt ?? dueAt(facts));
  return {
    shareCents,
    paidCents,
    dueCents: isFrozen ? 0 : owed,
    frozenCents: isFrozen ? owed : 0,
    tryAt,
  };
};

const facts = (document: Facts): Facts => {
  const {
    bookingId,
    courtId,
    hostId,
    startTime,
    endTime,
    zone,
    status,
    payBy,
    totalCents,
    payoutCents,
  } = document;
  const { terms, cancellation } = document;
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
    payoutCents,
    terms: { payoutDelayMinutes: terms.payoutDelayMinutes },
    cancellation,
  };
};

const requested = (
  data: Extract<BookingEvent, { type: 'BookingRequested' }>['data'],
): PayoutOfBooking => {
  const its = facts({ ...data, status: 'pending', cancellation: null });
  const month = localDate(data.zone, data.startTime).slice(0, 7);
  return {
    ...its,
    month,
    payment: null,
    payout: payout.initial,
    ...figures(its, null, payout.initial),
  };
};

const ofBooking = (document: PayoutOfBooking, { type, data }: BookingEvent): PayoutOfBooking => {
  if (type === 'BookingApproved') return { ...document, status: 'confirmed' };
  if (type === 'BookingCompleted') return { ...document, status: 'completed' };
  if (type !== 'BookingCancelled') return document;
  return { ...document, status: 'cancelled', cancellation: { hostCents: data.hostCents } };
};

const after = (document: PayoutOfBooking, event: AnyEvent): PayoutOfBooking => {
  if (isPayoutEvent(event)) return { ...document, payout: payout.evolve(document.payout, event) };
  if (!isPaymentEvent(event)) return ofBooking(document, event);
  const next = payment.evolve(document.payment, event);
  return { ...document, payment: next && { ...next, clientSecret: '' } };
};

/** What the host of every booking that is paid by card is to have of it, and has, by the id of the booking. */
export const payouts = defineProjection<PayoutOfBooking, AnyEvent>({
  name: 'payouts',
  version: 2,
  indexes: [
    { tryAt: 1, hostId: 1 },
    { hostId: 1, tryAt: 1 },
    { hostId: 1, month: -1, courtId: 1 },
    { hostId: 1, startTime: -1, _id: -1 },
  ],
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'] as const),
    ...([
      'PaymentIntentCreated',
      'PaymentAuthorised',
      'PaymentCaptured',
      'PaymentReleased',
    ] as const),
    ...([
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentMismatched',
      'PaymentRefundOrdered',
    ] as const),
    ...(['PaymentDisputed', 'PaymentDisputeClosed'] as const),
    ...(['PayoutTransferred', 'PayoutReversed', 'PayoutRefused'] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    if (event.type === 'BookingRequested')
      return event.data.payBy === null ? null : requested(event.data);
    if (!document) return null;
    const next = after(document, event);
    return { ...next, ...figures(next, next.payment, next.payout) };
  },
  audience: ({ hostId }) => [hostId],
});
