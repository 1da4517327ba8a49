import type { Booking } from '../../booking/bookings/booking.js';
import { isLiveBooking, isUnpaidRequest } from '../../booking/bookings/booking.js';
import type { Payment } from '../payments/payment.js';
import { disputedCents, refundedCents } from '../payments/payment-sums.js';

/** A call to Stripe or a command to the booking. Amounts are cents. */
export type SettlementStep =
  | Readonly<{ type: 'createIntent' }>
  | Readonly<{ type: 'capture' }>
  | Readonly<{ type: 'cancelIntent' }>
  | Readonly<{ type: 'refund'; amountCents: number; refunds: number }>
  | Readonly<{ type: 'AuthorisePayment' }>
  | Readonly<{ type: 'FailPayment' }>;

/**
 * The next step toward a settled booking (domain rules, "Approval and hold", "Cancel table"), or
 * null. It depends only on recorded state, so repeats and interruptions are harmless. A payment
 * with a wrong amount waits for a person.
 */
export const nextSettlementStep = (
  booking: Booking,
  payment: Payment | null,
): SettlementStep | null => {
  if (booking.payBy === null || payment?.isMismatched) return null;
  if (!payment) return isUnpaidRequest(booking) ? { type: 'createIntent' } : null;
  switch (payment.status) {
    case 'open':
      return booking.status === 'cancelled' ? { type: 'cancelIntent' } : null;
    case 'authorised':
      if (booking.status === 'cancelled') return { type: 'cancelIntent' };
      if (isUnpaidRequest(booking)) return { type: 'AuthorisePayment' };
      return booking.status === 'pending' ? null : { type: 'capture' };
    case 'cancelled':
      return isLiveBooking(booking) ? { type: 'FailPayment' } : null;
    case 'captured':
      return refundStep(booking, payment);
  }
};

/**
 * Refunds of a cancellation and by admins, at most the total. A disputed amount is not refunded a
 * second time, and a failed refund waits for a person.
 */
const refundStep = (
  { status, cancellation, totalCents }: Booking,
  payment: Payment,
): SettlementStep | null => {
  const cancelledCents = status === 'cancelled' && cancellation ? cancellation.refundCents : 0;
  const { hostCents, platformCents } = payment.byHand;
  const agreedCents = Math.min(cancelledCents + hostCents + platformCents, totalCents);
  const refunds = Object.values(payment.refunds);
  if (refunds.some(({ failed }) => failed)) return null;
  const amountCents = agreedCents - refundedCents(payment) - disputedCents(payment);
  return amountCents > 0 ? { type: 'refund', amountCents, refunds: refunds.length } : null;
};
