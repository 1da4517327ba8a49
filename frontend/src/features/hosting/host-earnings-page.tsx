import type { CourtEarnings } from '@courtly/contracts/payouts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { formatMoney, formatShortMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { courtEarningsQuery } from '../../resources/hosting/payout-queries';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { ChartFigure } from '../../ui/chart-figure';
import { monthLabel } from '../../lib/months';
import { earnedPerMonth, totalAmountOf, earningYears } from './moved-earnings';
import { PayoutStatus } from './payout-status';

export function HostEarningsPage() {
  return (
    <div className="page pt-10">
      <PageMeta
        title="Earnings"
        description="What your courts earned, what was paid out, and what is due."
      />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">Earnings</h1>
        <LinkButton variant="outline" to={paths.hostTab('earnings')}>
          Agreed payouts
        </LinkButton>
      </div>
      <PayoutStatus />
      <QueryPanel query={useQuery(courtEarningsQuery)} label="earnings">
        {(earningRows) =>
          earningRows.length === 0 ? (
            <EmptyState title="Nothing earned yet">
              Hours that were paid by card and played appear here, along with your payouts.
            </EmptyState>
          ) : (
            <EarningsOverview rows={earningRows} />
          )
        }
      </QueryPanel>
    </div>
  );
}

function EarningsOverview({ rows }: { rows: readonly CourtEarnings[] }) {
  const totalEarned = formatMoney(totalAmountOf(rows, 'earned'));
  return (
    <>
      <StatRow className="mb-12">
        <StatCard label="Earned" value={totalEarned} note="in the last two years" />
        <StatCard label="Paid out" value={formatMoney(totalAmountOf(rows, 'paid'))} />
        <StatCard label="Due" value={formatMoney(totalAmountOf(rows, 'due'))} />
        <StatCard
          label="On hold"
          value={formatMoney(totalAmountOf(rows, 'frozen'))}
          note="while a dispute is open"
        />
      </StatRow>
      <ChartFigure
        title="Earned by month"
        total={totalEarned}
        note="Your share of what players were charged, by the month of play."
        heads={['Month', 'Earned']}
        bars={earnedPerMonth(rows)}
        axis={(axisValue) => formatShortMoney(String(axisValue))}
      />
      <section aria-labelledby="by-court" className="mt-14">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-4">
          <h2 id="by-court" className="font-display text-2xl">
            By court and month
          </h2>
          <p className="flex flex-wrap gap-4">
            {earningYears(rows).map((year) => (
              <a
                key={year}
                href={`/api/host/earnings.csv?year=${year}`}
                download={`earnings-${year}.csv`}
                className="underline underline-offset-4"
              >
                Download {year} (CSV)
              </a>
            ))}
          </p>
        </div>
        <DataTable
          label="Earnings by court and month"
          columns={earningColumns}
          rows={rows}
          rowKey={({ month, courtId }) => `${month} ${courtId}`}
          stacked
        />
      </section>
    </>
  );
}

const amountColumn = (
  head: string,
  field: 'earned' | 'paid' | 'due' | 'frozen',
): TableColumn<CourtEarnings> => ({
  head,
  cell: (row) => formatMoney(row[field]),
  numeric: true,
  strong: field === 'paid',
});

const earningColumns: readonly TableColumn<CourtEarnings>[] = [
  {
    head: 'Court',
    cell: ({ court, month, bookings }) => (
      <div className="min-w-0 wrap-anywhere">
        <p dir="auto" className="font-display text-xl">
          {court}
        </p>
        <p className="text-quiet">
          {monthLabel(month)}, {bookings} {bookings === 1 ? 'booking' : 'bookings'}
        </p>
      </div>
    ),
  },
  amountColumn('Earned', 'earned'),
  amountColumn('Paid out', 'paid'),
  amountColumn('Due', 'due'),
  amountColumn('On hold', 'frozen'),
];
