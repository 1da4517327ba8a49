import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { hostBookingsQuery, hostCourtsQuery } from '../../lib/bookings';
import { useSearchState } from '../../lib/search-state';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Tabs } from '../../ui/tabs';
import { BookingLists } from './booking-lists';
import { CourtRows } from './court-rows';
import { pendingOf } from './pending';

/** What asks before a host cancels a booking; another feature's, which the page hands in. */
export type Cancelling = ComponentType<{ booking: HostBooking; onClose: () => void }>;

type Figure = { label: string; value: ReactNode; note?: string };
type Courts = readonly Court[] | undefined;
type Bookings = readonly HostBooking[] | undefined;

type Props = {
  label: string;
  /** Four figures; those without a value yet show a dash. */
  figures: (courts: Courts, bookings: Bookings) => readonly Figure[];
  courtRows: Pick<Parameters<typeof CourtRows>[0], 'mayList' | 'onEdit'>;
  /** The tab that only this dashboard has. */
  last: {
    value: string;
    label: string;
    panel: (courts: readonly Court[], bookings: readonly HostBooking[]) => ReactNode;
  };
  CancelDialog: Cancelling;
};

/** A host's figures, courts and bookings, as both dashboards show them. */
export function HostingDashboard({ label, figures, courtRows, last, CancelDialog }: Props) {
  const [search, change] = useSearchState();
  const courts = useQuery(hostCourtsQuery);
  const bookings = useQuery(hostBookingsQuery);
  const list = (
    <QueryPanel query={courts} label="your courts">
      {(data) => <CourtRows courts={data} {...courtRows} />}
    </QueryPanel>
  );
  const booked = (
    <QueryPanel query={bookings} label="bookings">
      {(data) => <BookingLists bookings={data} CancelDialog={CancelDialog} />}
    </QueryPanel>
  );
  const more = (
    <QueryPanel query={courts} label="your courts">
      {(ofCourts) => (
        <QueryPanel query={bookings} label={last.label.toLowerCase()}>
          {(ofBookings) => last.panel(ofCourts, ofBookings)}
        </QueryPanel>
      )}
    </QueryPanel>
  );
  return (
    <>
      <StatRow className="mb-10">
        {figures(courts.data, bookings.data).map(({ value, ...figure }) => (
          <StatCard key={figure.label} {...figure} value={value ?? '–'} />
        ))}
      </StatRow>
      <Tabs
        label={label}
        value={search.get('tab') ?? 'courts'}
        onChange={(tab) => change({ tab: tab === 'courts' ? '' : tab })}
        tabs={[
          { value: 'courts', label: 'My Courts', panel: list },
          {
            value: 'bookings',
            label: 'Bookings',
            count: bookings.data && pendingOf(bookings.data).length,
            panel: booked,
          },
          { value: last.value, label: last.label, panel: more },
        ]}
      />
    </>
  );
}
