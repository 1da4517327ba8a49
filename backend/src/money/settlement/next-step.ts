import type { Booking } from '../../booking/bookings/booking.js';
import { isLiveBooking, isUnpaidRequest } from '../../booking/bookings/booking.js';
import type { Payment } from '../payments/payment.js';
import { disputedCents } from '../payments/disputes.js';
import { keptCents, refundedCents } from '../payments/payment-sums.js';

/** A call to Stripe or a command to the booking. Amounts are cents. */
export type SettlementStep =
  | Readonly<{ type: 'createIntent' }>
  | Readonly<{ type: 'capture'; amountCents: number }>
  | Readonly<{ type: 'cancelIntent' }>
  | Readonly<{ type: 'refund'; amountCents: number; refunds: number }>
  | Readonly<{ type: 'AuthorisePayment' | 'ExpirePayment' | 'FailPayment' }>;

/** A step and the instant (UTC) from which it is due; only a deadline lies ahead. */
export type DueStep = Readonly<{ step: SettlementStep; dueAt: string }>;

/** The booking fields that decide a settlement. */
export type BookingToSettle = Pick<
  Booking,
  'status' | 'paymentStatus' | 'payBy' | 'totalCents' | 'requestedAt' | 'approvedAt' | 'completedAt'
> &
  Readonly<{
    cancellation: Pick<NonNullable<Booking['cancellation']>, 'refundCents' | 'cancelledAt'> | null;
  }>;

/**
 * The next step toward a settled booking (domain rules, "Approval and hold", "Cancel table"), or
 * null. It compares what must stay charged with what Stripe has reported, so repeats and
 * interruptions are harmless. A payment with a wrong amount waits for a person.
 */
export const dueStep = (booking: BookingToSettle, payment: Payment | null): DueStep | null => {
  const { payBy, requestedAt, cancellation } = booking;
  if (payBy === null || payment?.isMismatched) return null;
  if (!payment)
    return isUnpaidRequest(booking) ? { step: { type: 'createIntent' }, dueAt: requestedAt } : null;
  const changedAt = lastChangeOf(booking);
  switch (payment.status) {
    case 'open':
      if (cancellation) return { step: { type: 'cancelIntent' }, dueAt: changedAt };
      return isUnpaidRequest(booking) ? { step: { type: 'ExpirePayment' }, dueAt: payBy } : null;
    case 'authorised':
      return authorisedStep(booking, payment);
    case 'cancelled':
      return isLiveBooking(booking) ? { step: { type: 'FailPayment' }, dueAt: changedAt } : null;
    case 'captured': {
      const refunds = Object.values(payment.refunds);
      // A failed refund waits for a person.
      if (refunds.some(({ failed }) => failed)) return null;
      // A disputed amount is not refunded a second time.
      const amountCents =
        payment.capturedCents -
        keptOf(booking, payment) -
        refundedCents(payment) -
        disputedCents(payment);
      return amountCents > 0
        ? { step: { type: 'refund', amountCents, refunds: refunds.length }, dueAt: changedAt }
        : null;
    }
  }
};

/** The step to take at an instant (UTC), or null. Clocks of processes may differ slightly. */
export const nextSettlementStep = (
  booking: BookingToSettle,
  payment: Payment | null,
  currentInstant: string,
): SettlementStep | null => {
  const due = dueStep(booking, payment);
  const isAhead = due?.step.type === 'ExpirePayment' && currentInstant < due.dueAt;
  return due && !isAhead ? due.step : null;
};

const keptOf = ({ totalCents, cancellation }: BookingToSettle, payment: Payment): number =>
  keptCents(totalCents, cancellation?.refundCents ?? 0, payment);

/** An authorized card is charged exactly what the booking keeps; the rest of the hold ends. */
const authorisedStep = (booking: BookingToSettle, payment: Payment): DueStep | null => {
  const dueAt = lastChangeOf(booking);
  if (isUnpaidRequest(booking)) return { step: { type: 'AuthorisePayment' }, dueAt };
  if (booking.status === 'pending') return null;
  const amountCents = keptOf(booking, payment);
  return {
    step: amountCents > 0 ? { type: 'capture', amountCents } : { type: 'cancelIntent' },
    dueAt,
  };
};

const lastChangeOf = ({
  requestedAt,
  approvedAt,
  completedAt,
  cancellation,
}: BookingToSettle): string =>
  cancellation?.cancelledAt ?? completedAt ?? approvedAt ?? requestedAt;
