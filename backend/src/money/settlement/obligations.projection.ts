import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { booking } from '../../booking/bookings/booking.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type BookingToSettle, type SettlementStep, dueStep } from './next-step.js';

/**
 * The next step that Courtly owes for a booking paid by card: `what` is due from `dueAt` (UTC).
 * Both are null while nothing is owed.
 */
export type Obligation = BookingToSettle &
  Readonly<{
    bookingId: string;
    payment: Payment | null;
    what: SettlementStep['type'] | null;
    dueAt: string | null;
  }>;

type SourceEvent = BookingEvent | PaymentEvent;

const isPaymentEvent = (event: SourceEvent): event is PaymentEvent =>
  event.type.startsWith('Payment');

const withDueStep = (document: Omit<Obligation, 'what' | 'dueAt'>): Obligation => {
  const due = dueStep(document, document.payment);
  return { ...document, what: due?.step.type ?? null, dueAt: due?.dueAt ?? null };
};

const toSettle = (
  bookingState: BookingToSettle & Readonly<{ bookingId: string }>,
): BookingToSettle & Readonly<{ bookingId: string }> => {
  const { bookingId, status, paymentStatus, payBy, totalCents, cancellation } = bookingState;
  const { requestedAt, approvedAt, completedAt } = bookingState;
  return {
    bookingId,
    status,
    paymentStatus,
    payBy,
    totalCents,
    requestedAt,
    approvedAt,
    completedAt,
    cancellation: cancellation && {
      refundCents: cancellation.refundCents,
      cancelledAt: cancellation.cancelledAt,
    },
  };
};

/** What Courtly owes for bookings, by booking id. The settlement process sweeps what is due. */
export const obligations = defineProjection<Obligation, SourceEvent>({
  name: 'obligations',
  version: 2,
  indexes: [{ dueAt: 1 }, { what: 1 }],
  handles: [
    ...([
      'BookingRequested',
      'BookingPaymentAuthorised',
      'BookingApproved',
      'BookingCancelled',
      'BookingCompleted',
    ] as const),
    ...([
      'PaymentIntentCreated',
      'PaymentAuthorised',
      'PaymentCaptured',
      'PaymentReleased',
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentMismatched',
      'PaymentRefundOrdered',
      'PaymentDisputeOpened',
      'PaymentDisputed',
      'PaymentDisputeClosed',
    ] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    if (isPaymentEvent(event)) {
      if (!document) return null;
      const nextPayment = payment.evolve(document.payment, event);
      // The secret of the intent is personal and not needed here.
      return withDueStep({
        ...document,
        payment: nextPayment && { ...nextPayment, clientSecret: '' },
      });
    }
    const nextBooking = booking.evolve(document as never, event);
    if (!nextBooking || nextBooking.payBy === null) return document;
    return withDueStep({ ...toSettle(nextBooking), payment: document?.payment ?? null });
  },
  audience: () => [],
});
