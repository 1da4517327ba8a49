import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type BookingsOf,
  type BookingsWhen,
  deskBookingsQuery,
} from '../../resources/admin/admin-queries';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { BookingActions } from './booking-actions';

type AdminBookingsProps = {
  label: string;
  when: BookingsWhen;
  subject: BookingsOf;
  withActions: boolean;
};

export function AdminBookings({ label, when, subject, withActions }: AdminBookingsProps) {
  const bookingsQuery = useInfiniteQuery(deskBookingsQuery(subject, when));
  return (
    <>
      <QueryPanel query={bookingsQuery} label="bookings">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-quiet">No bookings.</p>
          ) : (
            <ul aria-label={label} className="mt-2 border-t border-rule">
              {items.map((booking) => (
                <li key={booking.id} className="grid gap-1 border-b border-rule py-3 wrap-anywhere">
                  <bdi>{booking.court.name}</bdi>
                  <CourtTime start={booking.startTime} end={booking.endTime} zone={booking.zone} />
                  <span className="text-[0.9375rem] text-quiet">
                    Player: <bdi>{booking.player.name}</bdi>, host: <bdi>{booking.host.name}</bdi>,{' '}
                    {booking.status}
                  </span>
                  {withActions && <BookingActions booking={booking} isOver={when !== 'upcoming'} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={bookingsQuery} of="bookings" />
    </>
  );
}
