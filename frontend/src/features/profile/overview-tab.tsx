import type { User } from '@courtly/contracts/identity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import {
  bookingsQuery,
  isHostBooking,
  type AnyBooking,
  useMemberBookings,
} from '../../resources/booking/booking-queries';
import { fullName } from '../../resources/session/person-labels';
import { canHost } from '../../resources/session/permissions';
import { BookingRows } from '../../resources/booking/booking-rows';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { emptySearch } from '../../resources/court/court-search';
import { searchQuery } from '../../resources/court/search-query';
import { FavouriteCourts, KeptCourts } from './favourite-courts';
import { HostOverview } from './host-overview';
import { RecentAchievements } from './recent-achievements';
import { Leaderboard } from './leaderboard';
import { totalLabel } from '../../lib/format';

const NEXT = 3;
const favouriteSearch = { ...emptySearch, favourites: '1' };
const heading = 'mb-4 font-display text-2xl';
const textLink = 'underline decoration-brass-line underline-offset-4 hover:decoration-ink';

const describe = (booking: AnyBooking) =>
  isHostBooking(booking) ? fullName(booking.user) : booking.court.address || booking.court.location;

function Bookings({ asHost }: { asHost: boolean }) {
  const next = useMemberBookings({ when: 'upcoming', limit: NEXT }, asHost);
  const played = useMemberBookings({ when: 'past', limit: 1 }, asHost);
  const cancelled = useMemberBookings({ status: 'cancelled', limit: 1 }, asHost);
  return (
    <section aria-labelledby="profile-bookings">
      <h2 id="profile-bookings" className={heading}>
        Bookings
      </h2>
      <StatRow className="mb-8 grid-cols-3 lg:grid-cols-3">
        <StatCard label="Upcoming" value={next.data ? totalLabel(next.data.total) : '–'} />
        <StatCard label="Played" value={played.data ? totalLabel(played.data.total) : '–'} />
        <StatCard
          label="Cancelled"
          value={cancelled.data ? totalLabel(cancelled.data.total) : '–'}
        />
      </StatRow>
      <QueryPanel query={next} label="your bookings">
        {({ items }) =>
          items.length > 0 ? (
            <>
              <BookingRows bookings={items.slice(0, NEXT)} detail={describe} />
              <p className="mt-4">
                <Link to={paths.bookings} className={textLink}>
                  All bookings
                </Link>
              </p>
            </>
          ) : (
            <EmptyState
              title="No upcoming bookings"
              action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>}
            />
          )
        }
      </QueryPanel>
    </section>
  );
}

/** The most booked courts are counted over this many recent bookings. */
const LATELY = 100;

/** Falls back to the most booked courts. */
function Favourites() {
  const { data: kept, isPending } = useInfiniteQuery(searchQuery(favouriteSearch));
  const courts = kept?.pages[0]?.items ?? [];
  const booked = useInfiniteQuery({
    ...bookingsQuery({ limit: LATELY }),
    enabled: !isPending && courts.length === 0,
  });
  if (courts.length > 0) return <KeptCourts courts={courts} />;
  return (
    <QueryPanel query={booked} label="your courts">
      {({ items }) => <FavouriteCourts bookings={items} />}
    </QueryPanel>
  );
}

export function OverviewTab({ user }: { user: User }) {
  return (
    <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_auto_1fr]">
      <Bookings asHost={canHost(user)} />
      <div className="lg:row-span-3">{canHost(user) ? <HostOverview /> : <Favourites />}</div>
      <Leaderboard userId={user.id} />
      <section aria-labelledby="profile-achievements">
        <h2 id="profile-achievements" className={heading}>
          Recent Achievements
        </h2>
        <RecentAchievements user={user} />
      </section>
    </div>
  );
}
