import type { Booking } from '../../booking/bookings/booking.js';
import { isLiveBooking, isUnpaidRequest } from '../../booking/bookings/booking.js';
import type { Payment } from '../payments/payment.js';
import { disputedCents, refundedCents } from '../payments/payment-sums.js';

/** What is due for a booking and its payment: a call to Stripe, or a command to the booking. Amounts are cents. */
export type SettlementStep =
  | Readonly<{ type: 'createIntent' }>
  | Readonly<{ type: 'capture' }>
  | Readonly<{ type: 'cancelIntent' }>
  | Readonly<{ type: 'refund'; amountCents: number; refunds: number }>
  | Readonly<{ type: 'AuthorisePayment' }>
  | Readonly<{ type: 'FailPayment' }>;

/**
 * The one next step that brings the money of a booking to where the booking says it belongs; null where it is there. It
 * follows from what was noted alone, so it does not matter what led here, how often, or what was cut off before: an intent for
 * a request that is to be paid, a charge on approval, a release or a refund of what a cancellation or an admin gives back (domain rules,
 * "Approval and hold", "Cancel table"). A payment whose amount is wrong waits for a person.
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
 * What a cancellation gives back, and an admin by hand, together never more than the total. Each refund is made once; what a failed one did not give back is for a person to look at. What a bank has taken back for the
 * player is not given a second time.
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
