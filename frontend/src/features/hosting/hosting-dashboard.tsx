import type { Court } from '@courtly/contracts/courts';
import type { HostFigures } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { useSearchState } from '../../lib/search-state';
import { StatCard, StatRow } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { Tabs } from '../../ui/tabs';
import { hostRequestsQuery } from '../../resources/booking/booking-queries';
import { BookingLists } from './booking-lists';
import { CourtRows } from './court-rows';

type Figure = { label: string; value: ReactNode; note?: string };

type Props = {
  label: string;
  /** Four figures; those without a value yet show a dash. */
  figures: (figures: HostFigures | undefined, courts: readonly Court[] | undefined) => readonly Figure[];
  courtRows: Pick<Parameters<typeof CourtRows>[0], 'mayList' | 'onEdit'>;
  /** The tab that only this dashboard has. */
  last: { value: string; label: string; panel: ReactNode };
};

/** A host's figures, courts and bookings, as both dashboards show them. */
export function HostingDashboard({ label, figures, courtRows, last }: Props) {
  const [search, change] = useSearchState();
  const courts = useInfiniteQuery(hostCourtsQuery);
  const pending = useInfiniteQuery(hostRequestsQuery);
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
            panel: <BookingLists />,
          },
          last,
        ]}
      />
    </>
  );
}
