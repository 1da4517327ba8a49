import type { Booking } from '@courtly/contracts/bookings';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { googleLink, icsOf } from './calendar';

const entry = 'flex min-h-11 items-center px-5 hover:bg-sunk focus-visible:-outline-offset-2';

/** Takes a booking into the person's calendar; the file is made here, no server sees it. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  return (
    <Popover
      closeOnPress
      className="min-w-60 px-0 py-2"
      trigger={(opener) => (
        <Button variant="outline" {...opener}>
          Add to Calendar
        </Button>
      )}
    >
      <a className={entry} href={googleLink(booking)} target="_blank" rel="noreferrer">
        Google Calendar
      </a>
      <a
        className={entry}
        href={`data:text/calendar;charset=utf-8,${encodeURIComponent(icsOf(booking))}`}
        download="courtly-booking.ics"
      >
        Calendar file (.ics)
      </a>
    </Popover>
  );
}
