import type {
  CourtEarnings,
  EarningsOfYear,
  StatementSummary,
} from '@courtly/contracts/statements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatMoney, formatShortMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import {
  courtEarningsQuery,
  statementSummaryQuery,
} from '../../resources/hosting/statement-queries';
import { Button, LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { type InteractiveColumn, InteractiveTable } from '../../ui/interactive-table';
import { QueryPanel } from '../../ui/query-panel';
import { ChartFigure } from '../../ui/chart-figure';
import { monthLabel } from '../../lib/months';
import { EarningTotals } from './earning-totals';
import { paidPerMonth, totalAmountOf } from './moved-earnings';
import { PayoutStatement } from './payout-statement';
import { PayoutStatus } from './payout-status';
import { textLinkClass } from '../../ui/text-link';
import { Heading, Section } from '../../ui/heading';

const ZERO_AMOUNT = '0.00';
/** The number of rows by court and month shown at first. On a phone, each row is a card. */
const FIRST_ROWS = 6;

export function HostEarningsPage() {
  const summary = useQuery(statementSummaryQuery);
  return (
    <div className="page pt-10">
      <PageMeta
        title="Earnings"
        description="Player payments, your payouts, and the amounts due."
      />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <Heading level={1}>Earnings</Heading>
        <LinkButton variant="outline" to={paths.hostTab('earnings')}>
          Earnings by Booking
        </LinkButton>
      </div>
      <PayoutStatus />
      <QueryPanel query={useQuery(hostFiguresQuery)} label="totals">
        {(figures) => <EarningTotals figures={figures} />}
      </QueryPanel>
      <QueryPanel query={useQuery(courtEarningsQuery)} label="earnings">
        {(earningRows) => (
          <QueryPanel query={summary} label="balance">
            {(balance) =>
              balance.years.length === 0 ? (
                <EmptyState title="Nothing paid out yet">
                  Card payments for your courts appear here, along with your payouts.
                </EmptyState>
              ) : (
                <EarningsOverview rows={earningRows} summary={balance} />
              )
            }
          </QueryPanel>
        )}
      </QueryPanel>
    </div>
  );
}

type EarningsOverviewProps = { rows: readonly CourtEarnings[]; summary: StatementSummary };

function EarningsOverview({ rows, summary }: EarningsOverviewProps) {
  const [isComplete, setIsComplete] = useState(false);
  const paidOut = formatMoney(totalAmountOf(rows, 'net'));
  return (
    <>
      <StatRow className="mb-12">
        <StatCard
          label="Paid out"
          value={paidOut}
          note="Money sent to you in the last two years, minus amounts taken back"
        />
        <StatCard label="Due" value={formatMoney(summary.due)} note="Earned and not paid out yet" />
        <StatCard
          label="On hold"
          value={formatMoney(summary.frozen)}
          note="During a dispute or a review"
        />
        {summary.disputed !== ZERO_AMOUNT && (
          <StatCard
            label="Disputed"
            value={formatMoney(summary.disputed)}
            note="Paid to you; yours unless the bank decides in favor of the player"
          />
        )}
        {summary.debt !== ZERO_AMOUNT && (
          <StatCard
            label="To be taken back"
            value={formatMoney(summary.debt)}
            note="Paid to you, then refunded or disputed"
          />
        )}
      </StatRow>
      <ChartFigure
        title="Paid out by month"
        total={paidOut}
        note="Payouts minus amounts taken back, by the month the money moved."
        heads={['Month', 'Paid out']}
        bars={paidPerMonth(rows)}
        axis={(axisValue) => formatShortMoney(String(axisValue))}
      />
      <PayoutStatement />
      <Section title="By court and month" className="mt-14">
        <InteractiveTable
          label="Earnings by court and month"
          columns={earningColumns}
          rows={rows}
          rowKey={({ month, courtId }) => `${month} ${courtId}`}
          rowName={({ month, court }) => `${court}, ${monthLabel(month)}`}
          fileName="courtly-earnings-by-month"
          shownRows={isComplete ? rows.length : FIRST_ROWS}
        />
        {!isComplete && rows.length > FIRST_ROWS && (
          <Button variant="outline" className="mt-8" onClick={() => setIsComplete(true)}>
            Show all {rows.length} rows
          </Button>
        )}
      </Section>
      <Section title="By year" className="mt-14">
        <p className="mt-1 mb-2 max-w-prose text-quiet">
          Card payments are the gross amount that players paid in the year, before fees and refunds,
          as on form 1099-K. Refunds include disputed amounts that banks took back. The file lists
          every payment, refund, dispute, and payout.
        </p>
        <DataTable
          label="Earnings by year"
          columns={yearColumns}
          rows={summary.years}
          rowKey={({ year }) => year}
          stacked
        />
      </Section>
    </>
  );
}

type MovedAmounts = Pick<CourtEarnings, 'gross' | 'refunded' | 'paid' | 'takenBack' | 'net'>;

const amountColumn = <Row extends MovedAmounts>(
  head: string,
  field: keyof MovedAmounts,
): InteractiveColumn<Row> => ({
  head,
  cell: (row) => formatMoney(row[field]),
  value: (row) => Number(row[field]),
  csvText: (row) => row[field],
  numeric: true,
  strong: field === 'net',
});

const movedColumns = <Row extends MovedAmounts>(): InteractiveColumn<Row>[] => [
  amountColumn('Card payments', 'gross'),
  amountColumn('Refunded', 'refunded'),
  amountColumn('Payouts', 'paid'),
  amountColumn('Taken back', 'takenBack'),
  amountColumn('Paid out', 'net'),
];

const paymentCount = (payments: number) =>
  `${payments} card ${payments === 1 ? 'payment' : 'payments'}`;

const earningColumns: readonly InteractiveColumn<CourtEarnings>[] = [
  {
    head: 'Court',
    cell: ({ court, payments }) => (
      <div className="min-w-0 wrap-anywhere">
        <p dir="auto" className="font-display text-xl">
          {court}
        </p>
        <p className="text-quiet">{paymentCount(payments)}</p>
      </div>
    ),
    value: ({ court }) => court,
  },
  {
    head: 'Month',
    cell: ({ month }) => <span className="whitespace-nowrap">{monthLabel(month)}</span>,
    value: ({ month }) => month,
  },
  ...movedColumns<CourtEarnings>(),
];

const yearColumns: readonly TableColumn<EarningsOfYear>[] = [
  {
    head: 'Year',
    cell: ({ year, payments }) => (
      <div>
        <p className="font-display text-xl">{year}</p>
        <p className="text-quiet">{paymentCount(payments)}</p>
        <a
          href={`/api/host/earnings.csv?year=${year}`}
          download={`earnings-${year}.csv`}
          className={`${textLinkClass} flex min-h-9 w-fit items-center`}
        >
          Download {year} (CSV)
        </a>
      </div>
    ),
  },
  ...movedColumns<EarningsOfYear>(),
];
