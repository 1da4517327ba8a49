import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { useMemberBookings } from '../../resources/booking/booking-queries';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { formatMoney } from '../../lib/format';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { PageMeta } from '../../lib/page-meta';
import { rememberReturnPath, useSession } from '../../resources/session/session';
import { canHost } from '../../resources/session/permissions';
import { useSlow } from '../../lib/use-slow';
import { Button, LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { Loading, Skeleton } from '../../ui/skeleton';
import { BookingTabs } from './booking-tabs';
import { averageRating } from '../../resources/court/court-labels';

const SLOW_MS = 8_000;

function HostFigures() {
  const { data: figures } = useQuery(hostFiguresQuery);
  const { data: courts } = useInfiniteQuery(hostCourtsQuery);
  return (
    <StatRow className="mb-10 lg:grid-cols-3!">
      <StatCard label="Bookings this month" value={figures?.month.bookings ?? '–'} />
      <StatCard
        label="Total earnings"
        value={figures ? formatMoney(figures.total.earned) : '–'}
        note="From completed bookings"
      />
      <StatCard label="Average rating" value={averageRating(courts?.items ?? [])} />
    </StatRow>
  );
}

function SlowNotice() {
  const navigate = useNavigate();
  const signInAgain = () => {
    rememberReturnPath(paths.bookings);
    void navigate(paths.login, { state: { again: true } });
  };
  return (
    <div
      role="alert"
      className="mb-8 flex flex-wrap items-center gap-4 border-y border-brass-line py-5"
    >
      <p className="grow">This is taking longer than usual.</p>
      <Button variant="outline" onClick={() => location.reload()}>
        Refresh
      </Button>
      <Button variant="quiet" onClick={signInAgain}>
        Sign In Again
      </Button>
    </div>
  );
}

const skeletons = [1, 2, 3].map((skeletonKey) => (
  <div
    key={skeletonKey}
    data-testid="booking-skeleton"
    className="grid gap-5 py-7 sm:grid-cols-[13rem_1fr] sm:gap-8"
  >
    <Skeleton className="aspect-16/9 sm:aspect-4/3" />
    <Skeleton className="h-32" />
  </div>
));

export function BookingsPage() {
  const { user } = useSession();
  const isHost = canHost(user);
  const bookingLists = {
    upcoming: useMemberBookings({ when: 'upcoming' }, isHost),
    past: useMemberBookings({ when: 'past' }, isHost),
    cancelled: useMemberBookings({ status: 'cancelled' }, isHost),
  };
  const listQueries = Object.values(bookingLists);
  const hasFailed = listQueries.some(({ data, isPending }) => !data && !isPending);
  const isPending = listQueries.some((query) => query.isPending);
  const isSlow = useSlow(isPending && !hasFailed, SLOW_MS);
  return (
    <div className="page pt-10">
      <PageMeta title="Bookings" description="Your upcoming, past, and canceled court bookings." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">
          {isHost ? 'Your Bookings' : 'Your Upcoming Experiences'}
        </h1>
        <LinkButton variant="outline" to={paths.matches}>
          Your Matches
        </LinkButton>
      </div>
      {hasFailed ? (
        <EmptyState
          title="Error loading bookings"
          action={
            <Button onClick={() => listQueries.forEach((query) => query.refetch())}>
              Try Again
            </Button>
          }
        >
          Unable to load your bookings data
        </EmptyState>
      ) : (
        <>
          {isSlow && <SlowNotice />}
          {isPending ? (
            <Loading label="Loading your bookings">{skeletons}</Loading>
          ) : (
            <>
              {isHost && <HostFigures />}
              <BookingTabs bookingLists={bookingLists} />
            </>
          )}
        </>
      )}
    </div>
  );
}
