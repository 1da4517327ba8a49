import { useInfiniteQuery } from '@tanstack/react-query';
import { bookingsToComeQuery } from '../../resources/admin/desk-queries';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { BookingActions } from './booking-actions';

type Props = { of: Readonly<{ userId: string } | { deskCourtId: string }>; withActions?: boolean };

/** What is booked and still to be played; each booking can be cancelled where the page offers it. */
export function BookingsToCome({ of, withActions = false }: Props) {
  const query = useInfiniteQuery(bookingsToComeQuery(of));
  return (
    <section>
      <h3 className="font-display text-xl">Bookings to come</h3>
      <QueryPanel query={query} label="bookings">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-quiet">There are none.</p>
          ) : (
            <ul aria-label="Bookings to come" className="mt-2 border-t border-rule">
              {items.map((booking) => (
                <li key={booking.id} className="grid gap-1 border-b border-rule py-3 wrap-anywhere">
                  <bdi>{booking.court.name}</bdi>
                  <CourtTime start={booking.startTime} end={booking.endTime} zone={booking.zone} />
                  <span className="text-[0.9375rem] text-quiet">
                    <bdi>{booking.player.name}</bdi> plays, <bdi>{booking.host.name}</bdi> hosts; {booking.status}
                  </span>
                  {withActions && <BookingActions booking={booking} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} of="bookings" />
    </section>
  );
}
