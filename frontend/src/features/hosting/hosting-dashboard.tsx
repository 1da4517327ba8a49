import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import type { HostFigures } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { hostCourtsQuery } from '../../lib/courts';
import { hostFiguresQuery } from '../../lib/hosting';
import { useSearchState } from '../../lib/search-state';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Tabs } from '../../ui/tabs';
import { BookingLists, pendingQuery } from './booking-lists';
import { CourtRows } from './court-rows';

/** What asks before a host cancels a booking; another feature's, which the page hands in. */
export type Cancelling = ComponentType<{ booking: HostBooking; onClose: () => void }>;

type Figure = { label: string; value: ReactNode; note?: string };

type Props = {
  label: string;
  /** Four figures; those without a value yet show a dash. */
  figures: (figures: HostFigures | undefined, courts: readonly Court[] | undefined) => readonly Figure[];
  courtRows: Pick<Parameters<typeof CourtRows>[0], 'mayList' | 'onEdit'>;
  /** The tab that only this dashboard has. */
  last: { value: string; label: string; panel: ReactNode };
  CancelDialog: Cancelling;
};

/** A host's figures, courts and bookings, as both dashboards show them. */
export function HostingDashboard({ label, figures, courtRows, last, CancelDialog }: Props) {
  const [search, change] = useSearchState();
  const courts = useInfiniteQuery(hostCourtsQuery);
  const pending = useInfiniteQuery(pendingQuery);
  const { data: known } = useQuery(hostFiguresQuery);
  const list = (
    <QueryPanel query={courts} label="your courts">
      {({ items }) => <CourtRows courts={items} query={courts} {...courtRows} />}
    </QueryPanel>
  );
  return (
    <>
      <StatRow className="mb-10">
        {figures(known, courts.data?.items).map(({ value, ...figure }) => (
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
            count: pending.data?.total,
            panel: <BookingLists CancelDialog={CancelDialog} />,
          },
          last,
        ]}
      />
    </>
  );
}
