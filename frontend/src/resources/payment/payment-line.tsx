import type { Booking } from '@courtly/contracts/bookings';
import { timeLeftLabel } from '../booking/time-left-label';
import { paymentNote } from './payment-note';

/** What has become of the player's money for a booking, and how long is left to pay. */
export function PaymentLine({ booking, now }: { booking: Booking; now: string }) {
  const note = paymentNote(booking);
  if (!note) return null;
  return (
    <p className="text-[0.9375rem] text-quiet">
      {note}
      {booking.payBy && ` ${timeLeftLabel(booking.payBy, now)}.`}
    </p>
  );
}
