import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths';
import { hostBookingsQuery, hostCourtsQuery } from '../../lib/bookings';
import { earned, startsInMonthOf } from '../../lib/earnings';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { isHost, rememberReturn, useSession } from '../../lib/session';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { Spinner } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import { BookingLists } from './booking-lists';
import { CourtRows } from './court-rows';
import { Earnings } from './earnings';

type Tab = 'courts' | 'bookings' | 'earnings';

function Dashboard({ mayList }: { mayList: boolean }) {
  const [search, setSearch] = useSearchParams();
  const courts = useQuery(hostCourtsQuery);
  const bookings = useQuery(hostBookingsQuery);
  const booked = bookings.data;
  const pending = booked?.filter(({ status }) => status === 'pending').length;
  const month = booked?.filter(startsInMonthOf(new Date().toISOString()));
  return (
    <>
      <StatRow className="mb-10">
        <StatCard label="Active courts" value={courts.data?.filter(({ isActive }) => isActive).length ?? '–'} />
        <StatCard label="Pending bookings" value={pending ?? '–'} />
        <StatCard label="Monthly earnings" value={month ? money(earned(month)) : '–'} />
        <StatCard label="Total earnings" value={booked ? money(earned(booked)) : '–'} />
      </StatRow>
      <Tabs<Tab>
        label="Host dashboard"
        value={(search.get('tab') ?? 'courts') as Tab}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
        tabs={[
          {
            value: 'courts',
            label: 'My Courts',
            panel: (
              <QueryPanel query={courts} label="your courts">
                {(data) => <CourtRows courts={data} mayList={mayList} />}
              </QueryPanel>
            ),
          },
          {
            value: 'bookings',
            label: 'Bookings',
            count: pending,
            panel: (
              <QueryPanel query={bookings} label="bookings">
                {(data) => <BookingLists bookings={data} />}
              </QueryPanel>
            ),
          },
          {
            value: 'earnings',
            label: 'Earnings',
            panel: (
              <QueryPanel query={bookings} label="earnings">
                {(data) => <Earnings bookings={data} />}
              </QueryPanel>
            ),
          },
        ]}
      />
    </>
  );
}

/** A host's courts, bookings and earnings; visitors are asked to sign in and come back. */
export function Page() {
  const { state, user } = useSession();
  const signIn = (
    <LinkButton to={paths.login} onClick={() => rememberReturn(paths.hostDashboard)}>
      Sign In
    </LinkButton>
  );
  return (
    <div className="page pt-10">
      <PageMeta title="Host Dashboard" description="Your courts, their bookings and what they earn." />
      <h1 className="mb-8 font-display text-title">Host Dashboard</h1>
      {state === 'loading' && <Spinner />}
      {state === 'visitor' && <EmptyState title="Please sign in to see your host dashboard" action={signIn} />}
      {state === 'member' && <Dashboard mayList={isHost(user)} />}
    </div>
  );
}
