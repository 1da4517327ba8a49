import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type BookingSource,
  type BookingPeriod,
  adminBookingsQuery,
} from '../../resources/admin/admin-queries';
import { pastStateLink, timelineLink } from '../../resources/audit/timeline-link';
import { LinkButton } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { BookingActions } from './booking-actions';

type AdminBookingsProps = {
  label: string;
  when: BookingPeriod;
  subject: BookingSource;
  withActions: boolean;
};

export function AdminBookings({ label, when, subject, withActions }: AdminBookingsProps) {
  const bookingsQuery = useInfiniteQuery(adminBookingsQuery(subject, when));
  return (
    <>
      <QueryPanel query={bookingsQuery} label="bookings">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-quiet">No bookings.</p>
          ) : (
            <ul aria-label={label} className="mt-2 border-t border-rule">
              {items.map((adminBooking) => (
                <li
                  key={adminBooking.id}
                  className="grid gap-1 border-b border-rule py-3 wrap-anywhere"
                >
                  <bdi>{adminBooking.court.name}</bdi>
                  <CourtTime hour={adminBooking} />
                  <span className="text-small text-quiet">
                    Player: <bdi>{adminBooking.player.name}</bdi>, host:{' '}
                    <bdi>{adminBooking.host.name}</bdi>, {adminBooking.status}
                  </span>
                  <div className="flex flex-wrap gap-3">
                    <LinkButton
                      size="sm"
                      variant="quiet"
                      to={timelineLink('booking', adminBooking.id)}
                    >
                      Timeline
                      <span className="sr-only"> of the booking {adminBooking.id}</span>
                    </LinkButton>
                    <LinkButton
                      size="sm"
                      variant="quiet"
                      to={pastStateLink('booking', adminBooking.id)}
                    >
                      Past State
                      <span className="sr-only"> of the booking {adminBooking.id}</span>
                    </LinkButton>
                  </div>
                  {withActions && (
                    <div className="mt-1 flex flex-wrap gap-3">
                      <BookingActions booking={adminBooking} isOver={when !== 'upcoming'} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={bookingsQuery} itemLabel="bookings" />
    </>
  );
}
