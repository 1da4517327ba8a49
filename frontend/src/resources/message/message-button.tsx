import { Button } from '../../ui/button';
import { bookingName } from '../booking/booking-labels';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { messageButtonId } from './conversation-link';

export function MessageButton({
  booking,
  onOpen,
}: {
  booking: AnyBooking;
  onOpen: (bookingId: string) => void;
}) {
  const { id, unreadMessages } = booking;
  const actionLabel = isHostBooking(booking) ? 'Message Player' : 'Message Host';
  const buttonLabel = unreadMessages > 0 ? `${actionLabel}, ${unreadMessages} new` : actionLabel;
  return (
    <Button
      id={messageButtonId(id)}
      {...(unreadMessages > 0
        ? { variant: 'brass' }
        : { variant: 'quiet', className: 'first:-ml-4' })}
      aria-label={`${buttonLabel}: ${bookingName(booking)}`}
      onClick={() => onOpen(id)}
    >
      {buttonLabel}
    </Button>
  );
}
