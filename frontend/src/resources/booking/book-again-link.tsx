import { LinkButton } from '../../ui/button';
import { bookAgainPath } from './book-again';
import { bookingName } from './booking-labels';
import type { AnyBooking } from './booking-queries';

/** `now` is the current instant (UTC). */
export const BookAgainLink = ({ booking, now }: { booking: AnyBooking; now: string }) => (
  <LinkButton
    variant="outline"
    to={bookAgainPath(booking, now)}
    aria-label={`Book Again: ${bookingName(booking)}`}
  >
    Book Again
  </LinkButton>
);
