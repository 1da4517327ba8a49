import { reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import type { StatementLine } from '@courtly/contracts/statements';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dayInZone, formatMoney, formatShortDate } from '../../lib/format';
import { statementQuery } from '../../resources/hosting/statement-queries';
import { type TableColumn, DataTable, NO_VALUE } from '../../ui/data-table';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { Heading } from '../../ui/heading';

const lineTitle = ({ kind, borne, adjusted }: StatementLine): string => {
  switch (kind) {
    case 'payout':
      return 'Payout';
    case 'reversal':
      return 'Payout taken back';
    case 'refund_borne':
      return `Refund, your share ${formatMoney(borne)}`;
    case 'adjustment':
      return adjusted.startsWith('-')
        ? `Courtly deducted ${formatMoney(adjusted.slice(1))}`
        : `Courtly added ${formatMoney(adjusted)}`;
  }
};

/** Every transfer to and from the host and its booking, newest first. */
export function PayoutStatement() {
  const statement = useInfiniteQuery(statementQuery);
  return (
    <section aria-labelledby="statement" className="mt-14">
      <Heading level={2} id="statement" className="mb-2">
        Statement
      </Heading>
      <QueryPanel query={statement} label="statement">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-quiet">Your first payout appears here once it is sent.</p>
          ) : (
            <DataTable
              label="Statement"
              columns={statementColumns}
              rows={items}
              rowKey={({ id }) => id}
              stacked
            />
          )
        }
      </QueryPanel>
      <LoadMore query={statement} itemLabel="lines" />
    </section>
  );
}

/** A payout or reversal moves the money. All other lines change the host's share. */
const isTransfer = ({ kind }: StatementLine): boolean => kind === 'payout' || kind === 'reversal';

/** Fees are deducted only from payouts. All other lines return money. */
const ifPayout = ({ kind }: StatementLine, amount: string) =>
  kind === 'payout' ? formatMoney(amount) : NO_VALUE;

const statementColumns: readonly TableColumn<StatementLine>[] = [
  {
    head: 'Movement',
    cell: (line) => (
      <div className="min-w-0 wrap-anywhere">
        <p className="text-pretty font-display text-xl">
          {lineTitle(line)}, {formatShortDate(line.at, line)},{' '}
          {dayInZone(line.at, line).slice(0, 4)}
        </p>
        <p dir="auto">{line.court}</p>
        <p className="text-quiet">
          <CourtTime hour={line} />
        </p>
        {line.note && <p dir="auto">{line.note}</p>}
        {line.cause && <p>{reversalCauseTexts[line.cause]}</p>}
        {isTransfer(line) && <p className="text-sm text-quiet">{line.reference}</p>}
      </div>
    ),
  },
  { head: 'Player paid', cell: (line) => ifPayout(line, line.charged), numeric: true },
  { head: 'Fees', cell: (line) => ifPayout(line, line.fees), numeric: true },
  {
    head: 'Amount',
    cell: (line) => (isTransfer(line) ? formatMoney(line.amount) : NO_VALUE),
    numeric: true,
    strong: true,
  },
];
