import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, formatShortMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import { type Month, monthLabel, shortMonth } from '../../lib/months';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { revenueQuery } from '../../resources/admin/revenue-query';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { ChartFigure } from '../../ui/chart-figure';
import type { ChartBar } from '../../ui/charts';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CityTaxSection } from './city-tax-section';
import { CloseMonthDialog } from './close-month-dialog';
import { Heading } from '../../ui/heading';

type EarnedField = keyof MonthOfRevenue['earned'];
type BalanceField = keyof MonthOfRevenue['balances'];

const ZERO_AMOUNT = '0.00';

/** The net revenue per month, earliest first. */
export const netPerMonth = (revenueMonths: readonly MonthOfRevenue[]): ChartBar[] =>
  revenueMonths.toReversed().map(({ month, earned: { net } }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(net),
    words: formatMoney(net),
  }));

/** The month to close next: the earliest open one, unless it is the current month. */
export const closableMonth = (revenueMonths: readonly MonthOfRevenue[]): Month | null =>
  revenueMonths.slice(1).findLast(({ closedAt }) => closedAt === null)?.month ?? null;

export function AccountingPage() {
  return (
    <AdminLayout
      title="Accounting"
      lead="What Courtly has earned, holds, and owes. Close each month once its figures are final."
    >
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
    </AdminLayout>
  );
}

function RevenueOverview({ months }: { months: readonly MonthOfRevenue[] }) {
  const [closingMonth, setClosingMonth] = useState<Month | null>(null);
  const nextToClose = closableMonth(months);
  const yearTotal = (field: EarnedField) =>
    formatMoney(addMoney(months.map(({ earned }) => earned[field])));
  const { balances } = months[0]!;
  const corrections = addMoney(months.map((revenueMonth) => revenueMonth.corrections));
  return (
    <>
      <StatRow className="mb-10">
        <StatCard
          label="Net"
          value={yearTotal('net')}
          note={`in the last ${months.length} months`}
        />
        <StatCard label="Commission" value={yearTotal('commission')} note="of hours played" />
        <StatCard label="Memberships" value={yearTotal('memberships')} note="earned over time" />
        <StatCard
          label="Stripe fees"
          value={yearTotal('fees')}
          note={`${yearTotal('canceledFees')} of free cancellations`}
        />
      </StatRow>
      <StatRow className="mb-12">
        <StatCard
          label="Held"
          value={formatMoney(balances.held)}
          note="charged for upcoming hours"
        />
        <StatCard label="Owed to hosts" value={formatMoney(balances.owedToHosts)} />
        <StatCard
          label="Deferred"
          value={formatMoney(balances.deferred)}
          note="memberships not earned yet"
        />
        <StatCard label="Refunds due" value={formatMoney(balances.refundsDue)} note="to players" />
      </StatRow>
      <ChartFigure
        title="Net by month"
        total={yearTotal('net')}
        note="Commission is earned when an hour is played or canceled late. A membership is earned over its paid time and booked at the end of each month. Months are in UTC."
        heads={['Month', 'Net']}
        bars={netPerMonth(months)}
        axis={(value) => formatShortMoney(String(value))}
      />
      <section aria-labelledby="earned" className="mt-14">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-4">
          <Heading level={2} id="earned">
            Earned
          </Heading>
          {nextToClose && (
            <Button variant="outline" onClick={() => setClosingMonth(nextToClose)}>
              Close {monthLabel(nextToClose)}
            </Button>
          )}
        </div>
        {corrections !== ZERO_AMOUNT && (
          <p className="mb-2 text-quiet">
            These figures include {formatMoney(corrections)} of corrections to closed months.
          </p>
        )}
        <DataTable
          label="Revenue by month"
          columns={earnedColumns}
          rows={months}
          rowKey={({ month }) => month}
          stacked
        />
      </section>
      <section aria-labelledby="balances" className="mt-14">
        <Heading level={2} id="balances" className="mb-2">
          Balances at the end of the month
        </Heading>
        <p className="mb-2 text-quiet">
          “Moved to bank” is what Stripe has paid out to Courtly's bank, less top-ups, taxes, and
          settlements from it. It isn't the bank's balance, and is negative if more was paid from
          the bank than into it.
        </p>
        <DataTable
          label="Balances by month"
          columns={balanceColumns}
          rows={months}
          rowKey={({ month }) => month}
          stacked
        />
      </section>
      <CityTaxSection months={months.map(({ month }) => month)} />
      <Exports months={months} />
      {closingMonth && (
        <CloseMonthDialog month={closingMonth} onClose={() => setClosingMonth(null)} />
      )}
    </>
  );
}

function Exports({ months }: { months: readonly MonthOfRevenue[] }) {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const linkClass = 'flex min-h-9 w-fit items-center underline underline-offset-4';
  return (
    <section aria-labelledby="exports" className="mt-14">
      <Heading level={2} id="exports" className="mb-2">
        Exports
      </Heading>
      <ul className="grid gap-1">
        {years.flatMap((year) => [
          <li key={`journal ${year}`}>
            <a
              href={`/api/admin/accounting/journal.csv?from=${year}-01&to=${year}-12`}
              download={`journal-${year}.csv`}
              className={linkClass}
            >
              Journal entries {year} (CSV)
            </a>
          </li>,
          <li key={`tax ${year}`}>
            <a
              href={`/api/admin/accounting/tax.csv?from=${year}-01&to=${year}-12`}
              download={`tax-${year}.csv`}
              className={linkClass}
            >
              Tax by month and city {year} (CSV)
            </a>
          </li>,
          <li key={`hosts ${year}`}>
            <a
              href={`/api/admin/accounting/hosts.csv?year=${year}`}
              download={`hosts-${year}.csv`}
              className={linkClass}
            >
              Gross payments by host {year}, for form 1099-K (CSV)
            </a>
          </li>,
        ])}
      </ul>
    </section>
  );
}

const monthColumn: TableColumn<MonthOfRevenue> = {
  head: 'Month',
  cell: ({ month, closedAt }) => (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="font-display text-xl">{monthLabel(month)}</span>
      {closedAt && <Badge tone="done">Closed</Badge>}
    </span>
  ),
};

const earnedColumn = (head: string, field: EarnedField): TableColumn<MonthOfRevenue> => ({
  head,
  cell: ({ earned }) => formatMoney(earned[field]),
  numeric: true,
  strong: field === 'net',
});

const earnedColumns: readonly TableColumn<MonthOfRevenue>[] = [
  monthColumn,
  earnedColumn('Commission', 'commission'),
  earnedColumn('Memberships', 'memberships'),
  earnedColumn('Refunds', 'refunds'),
  earnedColumn('Disputes', 'disputes'),
  earnedColumn('Stripe fees', 'fees'),
  earnedColumn('Net', 'net'),
];

const balanceColumn = (head: string, field: BalanceField): TableColumn<MonthOfRevenue> => ({
  head,
  cell: ({ balances }) => formatMoney(balances[field]),
  numeric: true,
});

const balanceColumns: readonly TableColumn<MonthOfRevenue>[] = [
  monthColumn,
  balanceColumn('Held', 'held'),
  balanceColumn('Owed to hosts', 'owedToHosts'),
  balanceColumn('Deferred', 'deferred'),
  balanceColumn('Refunds due', 'refundsDue'),
  balanceColumn('Tax owed', 'taxOwed'),
  balanceColumn('Players owe', 'owedByPlayers'),
  balanceColumn('Hosts owe', 'owedByHosts'),
  balanceColumn('Disputed', 'disputed'),
  balanceColumn('Cash at Stripe', 'stripeCash'),
  balanceColumn('Reserved by Stripe', 'stripeReserve'),
  balanceColumn('Moved to bank', 'bank'),
];
