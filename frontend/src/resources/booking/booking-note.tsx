import { type AnyBooking, isHostBooking } from './booking-queries';

/** What the player wrote to the host, and whether the host cannot read all of it yet. */
export function BookingNote({ booking }: { booking: AnyBooking }) {
  if (!booking.notes) return null;
  return (
    <div className="text-small">
      <p className="text-quiet">
        {isHostBooking(booking) ? 'Note from the player' : 'Your note to the host'}
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {booking.notes}
      </p>
      {booking.hidesContacts && booking.status === 'pending' && (
        <p className="text-quiet">
          {isHostBooking(booking)
            ? 'Contact details appear once you approve the request.'
            : 'The host sees the contact details in it once the booking is confirmed.'}
        </p>
      )}
    </div>
  );
}
