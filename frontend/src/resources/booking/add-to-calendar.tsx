import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { bookingName } from './booking-labels';
import type { AnyBooking } from './booking-queries';
import { googleCalendarLink } from './calendar';

const entryClass = 'flex min-h-11 items-center px-5 hover:bg-sunk focus-visible:-outline-offset-2';

export function AddToCalendar({ booking }: { booking: AnyBooking }) {
  return (
    <Popover
      closeOnPress
      className="min-w-60 py-2"
      trigger={(triggerProps) => (
        <Button
          variant="outline"
          aria-label={`Add to Calendar: ${bookingName(booking)}`}
          {...triggerProps}
        >
          Add to Calendar
        </Button>
      )}
    >
      <a className={entryClass} href={googleCalendarLink(booking)} target="_blank" rel="noreferrer">
        Google Calendar
      </a>
      <a
        className={entryClass}
        href={`/api/bookings/${encodeURIComponent(booking.id)}/calendar.ics`}
        download="courtly-booking.ics"
      >
        Apple Calendar or Outlook (.ics)
      </a>
    </Popover>
  );
}
