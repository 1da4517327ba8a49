import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths';
import { ahead, bookingsQuery, played } from '../../lib/bookings';
import { BookingRows } from '../../ui/booking-rows';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

const RECENT = 3;

/** What is ahead, and the latest games. */
export function MyBookings() {
  const now = new Date().toISOString();
  return (
    <QueryPanel query={useQuery(bookingsQuery)} label="your bookings">
      {(bookings) => {
        const next = ahead(bookings, now);
        const games = played(bookings, now).slice(0, RECENT);
        return (
          <>
            <h2 className="mb-4 font-display text-2xl">Upcoming Bookings</h2>
            {next.length > 0 ? (
              <BookingRows bookings={next} detail={({ court }) => court.address || court.location} />
            ) : (
              <EmptyState
                title="No upcoming bookings"
                action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}
              />
            )}
            <h2 className="mt-12 mb-4 font-display text-2xl">Recent Activity</h2>
            {games.length > 0 ? <BookingRows bookings={games} /> : <EmptyState title="No recent activity" />}
          </>
        );
      }}
    </QueryPanel>
  );
}
