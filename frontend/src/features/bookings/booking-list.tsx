import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import type { LoadedPages, PagedQuery } from '../../lib/cursor-paging';
import { useSlow } from '../../lib/use-slow';
import type { AnyBooking } from '../../resources/booking/booking-queries';
import { rememberReturnPath } from '../../resources/session/return-path';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';

const SLOW_MS = 8_000;

type BookingListProps = {
  query: PagedQuery<LoadedPages<AnyBooking>>;
  emptyState: ReactNode;
  renderBookings: (bookings: readonly AnyBooking[]) => ReactNode;
};

export function BookingList({ query, emptyState, renderBookings }: BookingListProps) {
  const { data, errorUpdateCount, isFetching, refetch } = query;
  if (hasFailed(query))
    return (
      <EmptyState
        title={
          <span key={errorUpdateCount} role="alert">
            Error loading bookings
          </span>
        }
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            Try Again
          </Button>
        }
      >
        Unable to load your bookings data
      </EmptyState>
    );
  if (!data) return <BookingsLoading />;
  return (
    <>
      {data.items.length === 0 ? emptyState : renderBookings(data.items)}
      <LoadMore query={query} itemLabel="bookings" />
    </>
  );
}

function BookingsLoading() {
  const isSlow = useSlow(true, SLOW_MS);
  return (
    <>
      {isSlow && <SlowNotice />}
      <Loading label="Loading your bookings">
        {[1, 2, 3].map((skeletonKey) => (
          <div
            key={skeletonKey}
            data-testid="booking-skeleton"
            className="grid gap-5 py-7 first:pt-0 sm:grid-cols-[13rem_1fr] sm:gap-8"
          >
            <Skeleton className="aspect-16/9 sm:aspect-4/3" />
            <Skeleton className="h-32" />
          </div>
        ))}
      </Loading>
    </>
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
