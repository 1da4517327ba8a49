import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { useQuery } from '@tanstack/react-query';
import { money, shortMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import { monthLabel, shortMonth } from '../../lib/months';
import { revenueQuery } from '../../resources/admin/revenue-query';
import { StatCard, StatRow } from '../../ui/card';
import { ChartFigure } from '../../ui/chart-figure';
import type { Bar } from '../../ui/charts';
import { type Column, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

type Amount = Exclude<keyof MonthOfRevenue, 'month'>;

/** Net revenue per month, earliest first. */
export const netPerMonth = (months: readonly MonthOfRevenue[]): Bar[] =>
  months.toReversed().map(({ month, net }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(net),
    words: money(net),
  }));

export function RevenueCard() {
  return (
    <section aria-labelledby="revenue">
      <h2 id="revenue" className="mb-6 font-display text-2xl">
        Revenue
      </h2>
      <QueryPanel query={useQuery(revenueQuery)} label="revenue">
        {(months) =>
          months.length === 0 ? (
            <EmptyState title="Nothing earned yet">
              Monthly revenue from bookings and memberships appears here after the first card
              payment.
            </EmptyState>
          ) : (
            <Revenue months={months} />
          )
        }
      </QueryPanel>
    </section>
  );
}

function Revenue({ months }: { months: readonly MonthOfRevenue[] }) {
  const total = (amount: Amount) => money(addMoney(months.map((month) => month[amount])));
  return (
    <>
      <StatRow className="mb-12">
        <StatCard label="Net" value={total('net')} note="in a year" />
        <StatCard label="Commission" value={total('commission')} note="from bookings" />
        <StatCard label="Memberships" value={total('memberships')} />
        <StatCard label="Processor fees" value={total('fees')} />
      </StatRow>
      <ChartFigure
        title="Net by month"
        total={total('net')}
        note="A booking counts in the month it is played; until then, the host's share is included. A membership counts when it is paid."
        heads={['Month', 'Net']}
        bars={netPerMonth(months)}
        axis={(value) => shortMoney(String(value))}
      />
      <div className="mt-14">
        <DataTable
          label="Revenue by month"
          columns={columns}
          rows={months}
          rowKey={({ month }) => month}
          stacked
        />
      </div>
    </>
  );
}

const amount = (head: string, part: Amount): Column<MonthOfRevenue> => ({
  head,
  cell: (row) => money(row[part]),
  numeric: true,
  strong: part === 'net',
});

const columns: readonly Column<MonthOfRevenue>[] = [
  {
    head: 'Month',
    cell: ({ month }) => <span className="font-display text-xl">{monthLabel(month)}</span>,
  },
  amount('Commission', 'commission'),
  amount('Memberships', 'memberships'),
  amount('Processor fees', 'fees'),
  amount('Refunds', 'refunds'),
  amount('Disputes', 'disputes'),
  amount('Net', 'net'),
];
