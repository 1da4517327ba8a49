import type { Booking } from '@courtly/contracts/bookings';
import { timeLeftLabel } from '../booking/time-left-label';
import { paymentNote } from './payment-note';

/** The payment status of a booking, and the time that is left to pay. */
export function PaymentLine({ booking, now }: { booking: Booking; now: string }) {
  const paymentText = paymentNote(booking, now);
  if (!paymentText) return null;
  return (
    <p className="text-[0.9375rem] text-quiet">
      {paymentText}
      {booking.payBy && ` ${timeLeftLabel(booking.payBy, now)}.`}
    </p>
  );
}
