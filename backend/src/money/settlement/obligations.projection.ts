import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { type PaymentEvent, paymentStateTypes } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type OpenObligation, laterOf, noObligation } from './open-obligation.js';
import { type BookingToSettle, type DueStep, type SettlementStep, dueStep } from './next-step.js';

type BookingFields = BookingToSettle &
  Pick<Booking, 'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'endTime' | 'zone'>;

/** The next step that is owed for a booking paid by card. `attempts` includes failed refunds. */
export type Obligation = BookingFields &
  OpenObligation<SettlementStep['type']> &
  Readonly<{
    payment: Payment | null;
    /** When an admin last ordered a manual refund (UTC). */
    refundOrderedAt: string | null;
    /** `admin` if Courtly has no attempts left. */
    owner: DueStep['owner'] | null;
  }>;

type SourceEvent = BookingEvent | PaymentEvent;

const isPaymentEvent = (event: SourceEvent): event is PaymentEvent =>
  event.type.startsWith('Payment');

const nothingOwed = { ...noObligation, owner: null };

const withObligation = (
  bookingFields: BookingFields,
  paymentState: Payment | null,
  refundOrderedAt: string | null,
): Obligation => {
  const due = dueStep(bookingFields, paymentState);
  if (!due) return { ...bookingFields, payment: paymentState, refundOrderedAt, ...nothingOwed };
  const { step, since, dueAt, owner } = due;
  // A manual refund can be ordered long after the booking last changed.
  const isRefund = ['refund', 'recordReturn', 'payReturn'].includes(step.type);
  const orderedAt = isRefund ? refundOrderedAt : null;
  const lastRefusal = paymentState?.refusal?.step === step.type ? paymentState.refusal : null;
  const failedRefunds = step.type === 'refund' ? (paymentState?.failedRefunds?.count ?? 0) : 0;
  return {
    ...bookingFields,
    payment: paymentState,
    refundOrderedAt,
    what: step.type,
    amountCents: 'amountCents' in step ? step.amountCents : 0,
    since: laterOf(since, orderedAt),
    dueAt: laterOf(dueAt, orderedAt),
    owner,
    attempts: (lastRefusal?.attempts ?? 0) + failedRefunds,
    lastRefusal,
  };
};

const pickFields = (source: BookingFields): BookingFields => {
  const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = source;
  const { status, paymentStatus, payBy, totalCents, cancellation } = source;
  const { requestedAt, approvedAt, completedAt } = source;
  const { freeCancelMinutes, graceMinutes, lateChargeMarginMinutes } = source.terms;
  return {
    bookingId,
    courtId,
    hostId,
    playerId,
    startTime,
    endTime,
    zone,
    status,
    paymentStatus,
    payBy,
    totalCents,
    requestedAt,
    approvedAt,
    completedAt,
    terms: { freeCancelMinutes, graceMinutes, lateChargeMarginMinutes },
    cancellation: cancellation && {
      refundCents: cancellation.refundCents,
      cancelledAt: cancellation.cancelledAt,
    },
  };
};

/**
 * The obligations of bookings, by booking id. The settlement process sweeps them; admins, metrics,
 * and erasures read them.
 */
export const obligations = defineProjection<Obligation, SourceEvent>({
  name: 'obligations',
  version: 14,
  indexes: [{ owner: 1, dueAt: 1 }, { what: 1 }, { playerId: 1, what: 1 }],
  handles: [
    ...([
      'BookingRequested',
      'BookingPaymentAuthorised',
      'BookingApproved',
      'BookingMoved',
      'BookingCancelled',
      'BookingCompleted',
    ] as const),
    ...paymentStateTypes,
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    if (isPaymentEvent(event)) {
      if (!document) return null;
      const nextPayment = payment.evolve(document.payment, event);
      // The intent's secret is personal data and not needed here.
      return withObligation(
        pickFields(document),
        nextPayment && { ...nextPayment, clientSecret: '' },
        event.type === 'PaymentRefundOrdered' ? event.data.orderedAt : document.refundOrderedAt,
      );
    }
    const nextBooking = booking.evolve(document as never, event);
    if (!nextBooking || nextBooking.payBy === null) return document;
    return withObligation(
      pickFields(nextBooking),
      document?.payment ?? null,
      document?.refundOrderedAt ?? null,
    );
  },
  audience: () => [],
});
