import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { bookingsQuery, hostBookingsQuery, hostCourtsQuery } from '../../lib/bookings';
import { averageRating, earned, startsInMonthOf } from '../../lib/earnings';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { isHost, rememberReturn, useSession } from '../../lib/session';
import { useSlow } from '../../lib/use-slow';
import { Button } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { Loading, Skeleton } from '../../ui/skeleton';
import { BookingTabs } from './booking-tabs';

const SLOW_MS = 8_000;

function HostFigures() {
  const { data: bookings = [] } = useQuery(hostBookingsQuery);
  const { data: courts = [] } = useQuery(hostCourtsQuery);
  const live = bookings.filter(({ status }) => status !== 'cancelled');
  const thisMonth = live.filter(startsInMonthOf(new Date().toISOString())).length;
  return (
    <StatRow className="mb-10 lg:grid-cols-3">
      <StatCard label="Bookings this month" value={thisMonth} />
      <StatCard label="Total earnings" value={money(earned(bookings))} note="Of completed bookings" />
      <StatCard label="Average rating" value={averageRating(courts)} />
    </StatRow>
  );
}

function SlowNotice() {
  const navigate = useNavigate();
  const signInAgain = () => {
    rememberReturn(paths.bookings);
    void navigate(paths.login);
  };
  return (
    <div role="alert" className="mb-8 flex flex-wrap items-center gap-4 border-y border-brass-line py-5">
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

const skeletons = [1, 2, 3].map((key) => (
  <div key={key} data-testid="booking-skeleton" className="grid gap-5 py-7 sm:grid-cols-[13rem_1fr] sm:gap-8">
    <Skeleton className="aspect-16/9 sm:aspect-4/3" />
    <Skeleton className="h-32" />
  </div>
));

/** A member's bookings: as player, and for hosts those of their courts too. */
export function Page() {
  const { user } = useSession();
  const host = isHost(user);
  const own = useQuery(bookingsQuery);
  const hosted = useQuery({ ...hostBookingsQuery, enabled: host });
  const asked = host ? [own, hosted] : [own];
  const isPending = asked.some((query) => query.isPending);
  const failed = asked.some((query) => query.isError && !query.data);
  const slow = useSlow(isPending && !failed, SLOW_MS);
  const ofHost = (host && hosted.data) || [];
  const asPlayer = (own.data ?? []).filter(({ id }) => ofHost.every((other) => other.id !== id));
  return (
    <div className="page pt-10">
      <PageMeta title="Bookings" description="Your upcoming, past and cancelled court bookings." />
      <h1 className="mb-8 font-display text-title">{host ? 'Your Bookings' : 'Your Upcoming Experiences'}</h1>
      {failed ? (
        <EmptyState
          title="Error loading bookings"
          action={<Button onClick={() => asked.forEach((query) => void query.refetch())}>Try Again</Button>}
        >
          Unable to load your bookings data
        </EmptyState>
      ) : (
        <>
          {slow && <SlowNotice />}
          {isPending ? (
            <Loading label="Loading your bookings">{skeletons}</Loading>
          ) : (
            <>
              {host && <HostFigures />}
              <BookingTabs bookings={[...ofHost, ...asPlayer]} />
            </>
          )}
        </>
      )}
    </div>
  );
}
