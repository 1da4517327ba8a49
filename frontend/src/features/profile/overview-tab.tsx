import type { User } from '@courtly/contracts/identity';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths';
import { ahead, cancelled, isHosted, played, type SeenBooking } from '../../lib/bookings';
import { fullName } from '../../lib/people';
import { isHost } from '../../lib/session';
import { BookingRows } from '../../ui/booking-rows';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { FavouriteCourts } from './favourite-courts';
import { HostOverview } from './host-overview';
import { MemberBookings } from './member-bookings';

const NEXT = 3;
const heading = 'mb-4 font-display text-2xl';
const textLink = 'underline decoration-brass-line underline-offset-4 hover:decoration-ink';

const describe = (booking: SeenBooking) =>
  isHosted(booking) ? fullName(booking.user) : booking.court.address || booking.court.location;

function Bookings({ bookings }: { bookings: readonly SeenBooking[] }) {
  const now = new Date().toISOString();
  const next = ahead(bookings, now);
  return (
    <section aria-labelledby="profile-bookings">
      <h2 id="profile-bookings" className={heading}>
        Bookings
      </h2>
      <StatRow className="mb-8 grid-cols-3 lg:grid-cols-3">
        <StatCard label="Upcoming" value={next.length} />
        <StatCard label="Played" value={played(bookings, now).length} />
        <StatCard label="Cancelled" value={cancelled(bookings).length} />
      </StatRow>
      {next.length > 0 ? (
        <>
          <BookingRows bookings={next.slice(0, NEXT)} detail={describe} />
          <p className="mt-4">
            <Link to={paths.bookings} className={textLink}>
              All bookings
            </Link>
          </p>
        </>
      ) : (
        <EmptyState title="No upcoming bookings" action={<LinkButton to={paths.courts}>Browse Courts</LinkButton>} />
      )}
    </section>
  );
}

/** What is ahead, and where the member plays, or what a host's courts bring. */
export function OverviewTab({ user }: { user: User }) {
  return (
    <MemberBookings user={user}>
      {(bookings) => (
        <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_auto_1fr]">
          <Bookings bookings={bookings} />
          <div className="lg:row-span-3">
            {isHost(user) ? (
              <HostOverview bookings={bookings.filter(isHosted)} />
            ) : (
              <FavouriteCourts bookings={bookings} />
            )}
          </div>
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
      )}
    </MemberBookings>
  );
}
