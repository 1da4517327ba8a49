import type { PaymentEvent } from '../../money/payments/payment.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type Booking, booking } from './booking.js';
import type { BookingEvent } from './booking.events.js';

const statusWhenSettled = { refund: 'refunded', charge: 'settled', hold: 'released' } as const;

/** A payment that was never authorized stays unpaid, however it ends. */
const paymentStatusAfter = ({ type, data }: PaymentEvent): Booking['paymentStatus'] | null => {
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
    case 'PaymentSettledOtherwise':
      return statusWhenSettled[data.obligation];
    default:
      return null;
  }
};

const isPaymentEvent = (bookingEvent: BookingEvent | PaymentEvent): bookingEvent is PaymentEvent =>
  bookingEvent.type.startsWith('Payment');

/**
 * Bookings by id. The first two indexes cover the lists of a player and a host; the third, the
 * requests that await a host's response.
 */
export const bookings = defineProjection<Booking, BookingEvent | PaymentEvent>({
  name: 'bookings',
  version: 7,
  indexes: [
    { playerId: 1, startTime: 1, _id: 1, status: 1 },
    { hostId: 1, startTime: 1, _id: 1, status: 1, paymentStatus: 1, courtId: 1 },
    { hostId: 1, status: 1, answerBy: 1, _id: 1, paymentStatus: 1 },
    { playerId: 1, courtId: 1, status: 1 },
    { courtId: 1, startTime: 1, _id: 1 },
    { status: 1, answerBy: 1 },
    { status: 1, endTime: 1 },
  ],
  handles: [
    ...([
      'BookingRequested',
      'BookingPaymentAuthorised',
      'BookingApproved',
      'BookingCancelled',
      'BookingCompleted',
    ] as const),
    ...([
      'PaymentCaptured',
      'PaymentReleased',
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentOverdue',
      'PaymentSettledOtherwise',
    ] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(bookingDocument, bookingEvent) {
    if (!isPaymentEvent(bookingEvent)) {
      return booking.evolve(bookingDocument, bookingEvent);
    }
    return (
      bookingDocument && {
        ...bookingDocument,
        paymentStatus: paymentStatusAfter(bookingEvent) ?? bookingDocument.paymentStatus,
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
