import type { Receipt } from '@courtly/contracts/receipts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { formatMoney, formatShortDate } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';

const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'receipt'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/receipt', { params: { bookingId }, signal }),
    meta: { live: [`ledger:${bookingId}`] },
  });

export function ReceiptPage() {
  const { bookingId = '' } = useParams();
  return (
    <div className="page max-w-2xl pt-10">
      <PageMeta title="Receipt" description="What you paid for a booking." />
      <h1 className="mb-8 font-display text-title">Receipt</h1>
      <QueryPanel query={useQuery(receiptQuery(bookingId))} label="the receipt">
        {({ receipt }) =>
          receipt ? (
            <ReceiptLines {...receipt} />
          ) : (
            <EmptyState
              title="Nothing was charged"
              action={<LinkButton to={paths.bookings}>Your bookings</LinkButton>}
            >
              You'll get a receipt once your card is charged.
            </EmptyState>
          )
        }
      </QueryPanel>
    </div>
  );
}

const lineLabels: Record<Receipt['lines'][number]['what'], string> = {
  rate: 'Court',
  fee: 'Service fee',
};

const movementLabels: Record<Receipt['moved'][number]['what'], string> = {
  paid: 'Charged',
  refunded: 'Refunded',
  refund_failed: 'Failed refund',
  disputed: 'Returned by your bank after a dispute',
  dispute_won: 'Charged again after the dispute',
};

function ReceiptLines({
  court,
  address,
  player,
  startTime,
  endTime,
  zone,
  lines,
  moved: movements,
  ...receiptTotals
}: Receipt) {
  return (
    <>
      <p dir="auto" className="font-display text-2xl">
        {court}
      </p>
      <p className="text-quiet">{address}</p>
      <CourtTime start={startTime} end={endTime} zone={zone} />
      <p className="mt-2">{player}</p>
      <dl className="mt-8 border-t border-brass-line">
        {lines.map((receiptLine) => (
          <ReceiptLine
            key={receiptLine.what}
            label={lineLabels[receiptLine.what]}
            amount={receiptLine.amount}
          />
        ))}
        <ReceiptLine label="Total" amount={receiptTotals.totalAmount} strong />
        {movements.map((movement) => (
          <ReceiptLine
            key={`${movement.what} ${movement.at}`}
            label={`${movementLabels[movement.what]}, ${formatShortDate(movement.at, zone)}`}
            amount={movement.amount}
          />
        ))}
        <ReceiptLine label="You paid" amount={receiptTotals.netAmount} strong />
      </dl>
      <p className="mt-6 text-sm wrap-anywhere text-quiet">
        Booking {receiptTotals.bookingId}, policy {receiptTotals.policyId}. All amounts are in US
        dollars.
      </p>
      <Button variant="outline" className="mt-6" onClick={() => print()}>
        Print
      </Button>
    </>
  );
}

function ReceiptLine({
  label,
  amount,
  strong = false,
}: {
  label: string;
  amount: string;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex justify-between gap-6 border-b border-rule py-2.5 ${strong ? 'font-semibold' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="figures">{formatMoney(amount)}</dd>
    </div>
  );
}
