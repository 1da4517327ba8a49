import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { useNow } from '../../lib/use-now';
import { BookAgainLink } from '../../resources/booking/book-again-link';
import { bookingsQuery } from '../../resources/booking/booking-queries';
import { BookingRows } from '../../resources/booking/booking-rows';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

const RECENT_LIMIT = 3;

export function MyBookings() {
  const now = useNow();
  const upcomingBookings = useInfiniteQuery(bookingsQuery({ when: 'upcoming' }));
  const pastBookings = useInfiniteQuery(bookingsQuery({ when: 'past', limit: RECENT_LIMIT }));
  return (
    <>
      <Heading level={2} className="mb-4">
        Upcoming Bookings
      </Heading>
      <QueryPanel query={upcomingBookings} label="your bookings">
        {({ items }) =>
          items.length > 0 ? (
            <BookingRows bookings={items} detail={({ court }) => court.address || court.location} />
          ) : (
            <EmptyState
              title="No upcoming bookings"
              action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}
            />
          )
        }
      </QueryPanel>
      <LoadMore query={upcomingBookings} itemLabel="bookings" />
      <Heading level={2} className="mt-12 mb-4">
        Recent Activity
      </Heading>
      <QueryPanel query={pastBookings} label="your games">
        {({ items }) =>
          items.length > 0 ? (
            <BookingRows
              bookings={items}
              actions={(booking) => <BookAgainLink booking={booking} now={now} />}
            />
          ) : (
            <EmptyState title="No recent activity" />
          )
        }
      </QueryPanel>
    </>
  );
}
