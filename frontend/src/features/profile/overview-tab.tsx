import type { User } from '@courtly/contracts/identity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { bookingsQuery, isHosted, type SeenBooking, useSeenBookings } from '../../lib/bookings';
import { fullName } from '../../lib/people';
import { isHost } from '../../lib/session';
import { BookingRows } from '../../ui/booking-rows';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { FavouriteCourts } from './favourite-courts';
import { HostOverview } from './host-overview';

const NEXT = 3;
const heading = 'mb-4 font-display text-2xl';
const textLink = 'underline decoration-brass-line underline-offset-4 hover:decoration-ink';

const describe = (booking: SeenBooking) =>
  isHosted(booking) ? fullName(booking.user) : booking.court.address || booking.court.location;

function Bookings({ asHost }: { asHost: boolean }) {
  const next = useSeenBookings({ when: 'upcoming', limit: NEXT }, asHost);
  const played = useSeenBookings({ when: 'past', limit: 1 }, asHost);
  const cancelled = useSeenBookings({ status: 'cancelled', limit: 1 }, asHost);
  return (
    <section aria-labelledby="profile-bookings">
      <h2 id="profile-bookings" className={heading}>
        Bookings
      </h2>
      <StatRow className="mb-8 grid-cols-3 lg:grid-cols-3">
        <StatCard label="Upcoming" value={next.data?.total ?? '–'} />
        <StatCard label="Played" value={played.data?.total ?? '–'} />
        <StatCard label="Cancelled" value={cancelled.data?.total ?? '–'} />
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

/** Where they play most is counted over so many bookings, the latest. */
const LATELY = 100;

function Favourites() {
  return (
    <QueryPanel query={useInfiniteQuery(bookingsQuery({ limit: LATELY }))} label="your courts">
      {({ items }) => <FavouriteCourts bookings={items} />}
    </QueryPanel>
  );
}

/** What is ahead, and where the member plays, or what a host's courts bring. */
export function OverviewTab({ user }: { user: User }) {
  return (
    <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_auto_1fr]">
      <Bookings asHost={isHost(user)} />
      <div className="lg:row-span-3">{isHost(user) ? <HostOverview /> : <Favourites />}</div>
      <section aria-labelledby="profile-leaderboard">
        <h2 id="profile-leaderboard" className={heading}>
          Leaderboard
        </h2>
        <p className="border-t border-rule pt-4 text-quiet">
          You are not ranked: ranks follow from match results, and none can be recorded yet.
        </p>
      </section>
      <section aria-labelledby="profile-achievements">
        <h2 id="profile-achievements" className={heading}>
          Recent Achievements
        </h2>
        <p className="border-t border-rule pt-4 text-quiet">None so far: achievements are not awarded yet.</p>
      </section>
    </div>
  );
}
