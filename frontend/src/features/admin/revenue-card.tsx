import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, formatShortMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import { monthLabel, shortMonth } from '../../lib/months';
import { revenueQuery } from '../../resources/admin/revenue-query';
import { StatCard, StatRow } from '../../ui/card';
import { ChartFigure } from '../../ui/chart-figure';
import type { ChartBar } from '../../ui/charts';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

type RevenueField = Exclude<keyof MonthOfRevenue, 'month'>;

/** Net revenue per month, earliest first. */
export const netPerMonth = (revenueMonths: readonly MonthOfRevenue[]): ChartBar[] =>
  revenueMonths.toReversed().map(({ month, net }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(net),
    words: formatMoney(net),
  }));

export function RevenueCard() {
  return (
    <section aria-labelledby="revenue">
      <h2 id="revenue" className="mb-6 font-display text-2xl">
        Revenue
      </h2>
      <QueryPanel query={useQuery(revenueQuery)} label="revenue">
        {(revenueMonths) =>
          revenueMonths.length === 0 ? (
            <EmptyState title="Nothing earned yet">
              Monthly revenue from bookings and memberships appears here after the first card
              payment.
            </EmptyState>
          ) : (
            <RevenueOverview months={revenueMonths} />
          )
        }
      </QueryPanel>
    </section>
  );
}

function RevenueOverview({ months }: { months: readonly MonthOfRevenue[] }) {
  const yearTotal = (field: RevenueField) =>
    formatMoney(addMoney(months.map((revenueMonth) => revenueMonth[field])));
  return (
    <>
      <StatRow className="mb-12">
        <StatCard label="Net" value={yearTotal('net')} note="in a year" />
        <StatCard label="Commission" value={yearTotal('commission')} note="from bookings" />
        <StatCard label="Memberships" value={yearTotal('memberships')} />
        <StatCard label="Processor fees" value={yearTotal('fees')} />
      </StatRow>
      <ChartFigure
        title="Net by month"
        total={yearTotal('net')}
        note="A booking counts in the month it is played; until then, the host's share is included. A membership counts when it is paid."
        heads={['Month', 'Net']}
        bars={netPerMonth(months)}
        axis={(value) => formatShortMoney(String(value))}
      />
      <div className="mt-14">
        <DataTable
          label="Revenue by month"
          columns={revenueColumns}
          rows={months}
          rowKey={({ month }) => month}
          stacked
        />
      </div>
    </>
  );
}

const amountColumn = (head: string, field: RevenueField): TableColumn<MonthOfRevenue> => ({
  head,
  cell: (revenueMonth) => formatMoney(revenueMonth[field]),
  numeric: true,
  strong: field === 'net',
});

const revenueColumns: readonly TableColumn<MonthOfRevenue>[] = [
  {
    head: 'Month',
    cell: ({ month }) => <span className="font-display text-xl">{monthLabel(month)}</span>,
  },
  amountColumn('Commission', 'commission'),
  amountColumn('Memberships', 'memberships'),
  amountColumn('Processor fees', 'fees'),
  amountColumn('Refunds', 'refunds'),
  amountColumn('Disputes', 'disputes'),
  amountColumn('Net', 'net'),
];
