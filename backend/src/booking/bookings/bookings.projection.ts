import type { PaidCard } from '@courtly/contracts/bookings';
import { type Disputes, evolveDisputes, isDisputeEvent } from '../../money/payments/disputes.js';
import { type PaymentEvent, wrongCurrencyOf } from '../../money/payments/payment.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Booking, booking } from './booking.js';
import type { BookingEvent } from './booking.events.js';

type SettledOtherwise = Extract<PaymentEvent, { type: 'PaymentSettledOtherwise' }>['data'];

/** Settling only part of an obligation does not change the status. */
const statusWhenSettled = (
  { obligation, outcome, leftCents }: SettledOtherwise,
  hasCharge: boolean,
): Booking['paymentStatus'] | null => {
  if (obligation === 'hold') return 'released';
  if (leftCents > 0) return null;
  return obligation === 'refund' && outcome === 'paid' && hasCharge ? 'refunded' : 'settled';
};

/** A payment that was never authorized remains unpaid, no matter how the booking ends. */
const paymentStatusAfter = (
  { type, data }: PaymentEvent,
  hasCharge: boolean,
): Booking['paymentStatus'] | null => {
  switch (type) {
    case 'PaymentCaptured':
      return 'captured';
    case 'PaymentReleased':
      return data.wasAuthorised ? 'released' : null;
    case 'PaymentRefunded':
      return 'refunded';
    case 'PaymentRefundFailed':
      return 'refund_failed';
    case 'PaymentOverdue':
      return 'overdue';
    case 'PaymentReturnDue':
      return 'refund_due';
    case 'PaymentSettledOtherwise':
      return statusWhenSettled(data, hasCharge);
    default:
      return null;
  }
};

/** The charged and refunded amounts of a booking, in cents. */
export type BookingCharge = Readonly<{
  amountCents: number;
  chargedAt: string;
  card: PaidCard | null;
  /** What banks have withdrawn does not count as refunded. */
  disputes: Disputes;
  /** Refunds that an admin settled outside Stripe. */
  settledCents: number;
  refunds: readonly Readonly<{
    refundId: string;
    amountCents: number;
    /** The manual order that the refund fulfills; null if it is for a cancellation. */
    orderId: string | null;
    refundedAt: string;
    hasFailed: boolean;
  }>[];
}>;

/**
 * `charge` is missing or null until the card is charged. The authorization ends at `captureBefore`
 * (UTC).
 */
export type BookingDocument = Booking &
  Readonly<{
    charge?: BookingCharge | null;
    captureBefore?: string | null;
    /**
     * The amount, in cents, that could not be charged to the card and that no admin has settled.
     */
    owedCents?: number;
  }>;

const chargeAfter = (
  charge: BookingCharge | null,
  paymentEvent: PaymentEvent,
): BookingCharge | null => {
  if (isDisputeEvent(paymentEvent))
    return charge && { ...charge, disputes: evolveDisputes(charge.disputes, paymentEvent) };
  const { type, data } = paymentEvent;
  switch (type) {
    case 'PaymentCaptured': {
      const { amountCents, capturedAt: chargedAt, card = null } = data;
      return {
        amountCents,
        chargedAt,
        card,
        disputes: {},
        settledCents: 0,
        refunds: [],
      };
    }
    case 'PaymentRefunded': {
      const { refundId, amountCents, orderId, refundedAt } = data;
      const refund = { refundId, amountCents, orderId, refundedAt, hasFailed: false };
      return charge && { ...charge, refunds: [...charge.refunds, refund] };
    }
    case 'PaymentRefundFailed':
      return (
        charge && {
          ...charge,
          refunds: charge.refunds.map((refund) =>
            refund.refundId === data.refundId ? { ...refund, hasFailed: true } : refund,
          ),
        }
      );
    case 'PaymentSettledOtherwise':
      return charge && data.obligation === 'refund'
        ? { ...charge, settledCents: charge.settledCents + data.amountCents }
        : charge;
    default:
      return charge;
  }
};

/** An amount becomes a debt only when that is recorded. */
const owedAfter = (owedCents: number, { type, data }: PaymentEvent): number => {
  if (type === 'PaymentOverdue') return data.amountCents;
  return type === 'PaymentSettledOtherwise' && data.obligation === 'charge'
    ? Math.min(owedCents, data.leftCents)
    : owedCents;
};

const isPaymentEvent = (bookingEvent: BookingEvent | PaymentEvent): bookingEvent is PaymentEvent =>
  bookingEvent.type.startsWith('Payment');

/**
 * Bookings by id. The first two indexes serve the lists of players and hosts; the third serves the
 * requests that await a host's response; the last four serve the admin search.
 */
export const bookings = defineProjection<BookingDocument, BookingEvent | PaymentEvent>({
  name: 'bookings',
  version: 22,
  indexes: [
    { playerId: 1, startTime: 1, _id: 1, status: 1 },
    { hostId: 1, startTime: 1, _id: 1, status: 1, paymentStatus: 1, courtId: 1 },
    { hostId: 1, status: 1, answerBy: 1, _id: 1, paymentStatus: 1 },
    { playerId: 1, courtId: 1, status: 1 },
    { courtId: 1, startTime: 1, _id: 1 },
    { status: 1, answerBy: 1 },
    { status: 1, endTime: 1 },
    { startTime: -1, _id: -1 },
    { status: 1, startTime: -1, _id: -1 },
    { paymentStatus: 1, startTime: -1, _id: -1 },
    { totalCents: 1, startTime: -1, _id: -1 },
  ],
  handles: [
    ...([
      'BookingRequested',
      'BookingPaymentAuthorised',
      'BookingApproved',
      'BookingLocalTimeChanged',
      'BookingMoved',
      'BookingCancelled',
      'BookingCompleted',
    ] as const),
    ...([
      'PaymentAuthorised',
      'PaymentCaptured',
      'PaymentReleased',
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentOverdue',
      'PaymentReturnDue',
      'PaymentSettledOtherwise',
      'PaymentDisputeOpened',
      'PaymentDisputed',
      'PaymentDisputeClosed',
    ] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(bookingDocument, bookingEvent) {
    if (!isPaymentEvent(bookingEvent)) {
      // The fold keeps the charge and the authorization unchanged.
      return booking.evolve(bookingDocument, bookingEvent);
    }
    // A charge that differs from the price pays for no booking.
    if (wrongCurrencyOf(bookingEvent) !== null) return bookingDocument;
    if (bookingDocument && bookingEvent.type === 'PaymentAuthorised')
      return { ...bookingDocument, captureBefore: bookingEvent.data.captureBefore };
    return (
      bookingDocument && {
        ...bookingDocument,
        paymentStatus:
          paymentStatusAfter(bookingEvent, bookingDocument.charge != null) ??
          bookingDocument.paymentStatus,
        charge: chargeAfter(bookingDocument.charge ?? null, bookingEvent),
        owedCents: owedAfter(bookingDocument.owedCents ?? 0, bookingEvent),
      }
    );
  },
  audience: ({ playerId, hostId }) => [playerId, hostId],
  people: ({ playerId, hostId, cancellation }) => [
    playerId,
    hostId,
    ...(cancellation ? [cancellation.noteBy] : []),
  ],
});
