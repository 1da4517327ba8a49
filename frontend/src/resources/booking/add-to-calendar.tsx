import type { Booking } from '@courtly/contracts/bookings';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { googleLink } from './calendar';

const entry = 'flex min-h-11 items-center px-5 hover:bg-sunk focus-visible:-outline-offset-2';

/** Takes a booking into the person's calendar. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  return (
    <Popover
      closeOnPress
      className="min-w-60 px-0 py-2"
      trigger={(triggerProps) => (
        <Button variant="outline" {...triggerProps}>
          Add to Calendar
        </Button>
      )}
    >
      <a className={entry} href={googleLink(booking)} target="_blank" rel="noreferrer">
        Google Calendar
      </a>
      <a
        className={entry}
        href={`/api/bookings/${encodeURIComponent(booking.id)}/calendar.ics`}
        download="courtly-booking.ics"
      >
        Calendar file (.ics)
      </a>
    </Popover>
  );
}
