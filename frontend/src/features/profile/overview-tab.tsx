import type { User } from '@courtly/contracts/identity';
import { useInfiniteQuery } from '@tanstack/react-query';
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
import { LoadErrors } from '../../ui/load-error';
import { QueryPanel } from '../../ui/query-panel';
import { emptySearch } from '../../resources/court/court-search';
import { searchQuery } from '../../resources/court/search-query';
import { FavouriteCourts, SavedCourts } from './favourite-courts';
import { HostOverview } from './host-overview';
import { RecentAchievements } from './recent-achievements';
import { OwnRecord } from './own-record';
import { Leaderboard } from './leaderboard';
import { totalLabel } from '../../lib/format';
import { TextLink } from '../../ui/text-link';
import { Section } from '../../ui/heading';

const UPCOMING_LIMIT = 3;
const favouriteSearch = { ...emptySearch, favourites: '1' };
const describeBooking = (booking: AnyBooking) =>
  isHostBooking(booking) ? fullName(booking.user) : booking.court.address || booking.court.location;

function Bookings({ asHost }: { asHost: boolean }) {
  const upcomingBookings = useMemberBookings({ when: 'upcoming', limit: UPCOMING_LIMIT }, asHost);
  const pastBookings = useMemberBookings({ when: 'past', limit: 1 }, asHost);
  const cancelledBookings = useMemberBookings({ status: 'cancelled', limit: 1 }, asHost);
  return (
    <Section title="Bookings">
      <LoadErrors
        className="mb-8"
        label="your booking counts"
        queries={[pastBookings, cancelledBookings]}
      />
      <StatRow className="mb-8 grid-cols-3!">
        <StatCard
          label="Upcoming"
          value={upcomingBookings.data ? totalLabel(upcomingBookings.data.total) : '–'}
        />
        <StatCard
          label="Played"
          value={pastBookings.data ? totalLabel(pastBookings.data.total) : '–'}
        />
        <StatCard
          label="Canceled"
          value={cancelledBookings.data ? totalLabel(cancelledBookings.data.total) : '–'}
        />
      </StatRow>
      <QueryPanel query={upcomingBookings} label="your bookings">
        {({ items }) =>
          items.length > 0 ? (
            <>
              <BookingRows bookings={items.slice(0, UPCOMING_LIMIT)} detail={describeBooking} />
              <p className="mt-4">
                <TextLink to={paths.bookings}>All Bookings</TextLink>
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
    </Section>
  );
}

/** The number of recent bookings that determine the courts booked most often. */
const RECENT_LIMIT = 100;

/** The favorite courts, or the courts booked most often if there are none. */
function Favourites() {
  return (
    <QueryPanel query={useInfiniteQuery(searchQuery(favouriteSearch))} label="your favorite courts">
      {({ pages }) => {
        const courts = pages[0]?.items ?? [];
        return courts.length > 0 ? <SavedCourts courts={courts} /> : <RecentCourts />;
      }}
    </QueryPanel>
  );
}

function RecentCourts() {
  return (
    <QueryPanel
      query={useInfiniteQuery(bookingsQuery({ limit: RECENT_LIMIT }))}
      label="your courts"
    >
      {({ items }) => <FavouriteCourts bookings={items} />}
    </QueryPanel>
  );
}

export function OverviewTab({ user }: { user: User }) {
  return (
    <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_auto_1fr]">
      <div className="grid content-start gap-8">
        <Bookings asHost={canHost(user)} />
        <OwnRecord />
      </div>
      <div className="lg:row-span-3">{canHost(user) ? <HostOverview /> : <Favourites />}</div>
      <Leaderboard userId={user.id} />
      <Section title="Recent Achievements">
        <RecentAchievements user={user} />
      </Section>
    </div>
  );
}
