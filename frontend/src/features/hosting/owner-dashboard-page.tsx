import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths';
import { hostBookingsQuery, hostCourtsQuery } from '../../lib/bookings';
import { averageRating, earned } from '../../lib/earnings';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Tabs } from '../../ui/tabs';
import { BookingLists } from './booking-lists';
import { CourtRows } from './court-rows';

type Tab = 'courts' | 'bookings';

/** What an owner's courts add up to, from the bookings there are. */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const courts = useQuery(hostCourtsQuery);
  const bookings = useQuery(hostBookingsQuery);
  const booked = bookings.data?.filter(({ status }) => status !== 'cancelled');
  const pending = booked?.filter(({ status }) => status === 'pending').length;
  return (
    <div className="page pt-10">
      <PageMeta title="Owner Dashboard" description="Your courts, their bookings and their revenue." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">Owner Dashboard</h1>
        <LinkButton to={paths.newCourt}>List Your Court</LinkButton>
      </div>
      <StatRow className="mb-10">
        <StatCard label="Total courts" value={courts.data?.length ?? '–'} />
        <StatCard label="Total bookings" value={booked?.length ?? '–'} note="Cancelled ones left out" />
        <StatCard label="Total revenue" value={booked ? money(earned(booked)) : '–'} note="Of completed bookings" />
        <StatCard label="Average rating" value={courts.data ? averageRating(courts.data) : '–'} />
      </StatRow>
      <Tabs<Tab>
        label="Owner dashboard"
        value={(search.get('tab') ?? 'courts') as Tab}
        onChange={(tab) => setSearch(tab === 'courts' ? {} : { tab }, { replace: true })}
        tabs={[
          {
            value: 'courts',
            label: 'My Courts',
            panel: (
              <QueryPanel query={courts} label="your courts">
                {(data) => <CourtRows courts={data} mayList />}
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
        ]}
      />
    </div>
  );
}
