import type { Receipt } from '@courtly/contracts/receipts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { formatLongDate, formatMediumDate, formatMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { cardLabel } from '../../resources/payment/card-label';
import { refundArrivalLabel } from '../../resources/payment/payment-note';
import { taxLabel } from '../../resources/payment/tax-label';
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
  rate: 'Court, one hour',
  fee: 'Service fee',
};

const movementLabels: Record<Receipt['moved'][number]['what'], string> = {
  paid: 'Charged',
  refunded: 'Refunded',
  refund_failed: 'Failed refund',
  dispute_open: 'Disputed, and your bank has not decided yet',
  disputed: 'Returned by your bank after a dispute',
  dispute_won: 'Charged again after the dispute',
  paid_otherwise: 'Paid outside your card',
  refunded_otherwise: 'Refunded outside your card',
};

type Movement = Receipt['moved'][number];

const movementLabel = ({ what, at }: Movement, zone: string, card: Receipt['card']): string =>
  `${movementLabels[what]}${what === 'paid' && card ? ` to ${cardLabel(card)}` : ''}, ${formatMediumDate(at, zone)}`;

/** When a refund arrives, unless the bank has returned it. */
const movementHint = (
  { what, amount, at }: Movement,
  zone: string,
  movements: readonly Movement[],
): string | undefined => {
  const isReturned = movements.some(
    (other) => other.what === 'refund_failed' && other.amount === amount && other.at >= at,
  );
  return what === 'refunded' && !isReturned
    ? `On your card ${refundArrivalLabel(at, zone)}`
    : undefined;
};

function ReceiptLines({
  receiptNumber,
  issuedAt,
  seller,
  court,
  address,
  player,
  startTime,
  endTime,
  zone,
  lines,
  tax,
  card,
  moved: movements,
  ...receiptTotals
}: Receipt) {
  return (
    <>
      <dl className="mb-8 grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
        <ReceiptFact label="Receipt">
          <span className="figures">{receiptNumber}</span>
          <br />
          {formatLongDate(issuedAt, zone)}
        </ReceiptFact>
        <ReceiptFact label="Sold by">
          {seller.split(/\n/).map((sellerLine) => (
            <span key={sellerLine} className="block">
              {sellerLine}
            </span>
          ))}
        </ReceiptFact>
        <ReceiptFact label="Court">
          <span dir="auto" className="block font-display text-xl">
            {court}
          </span>
          <span className="block text-quiet">{address}</span>
          <CourtTime start={startTime} end={endTime} zone={zone} />
        </ReceiptFact>
        <ReceiptFact label="Player">
          <span dir="auto">{player}</span>
        </ReceiptFact>
      </dl>
      <dl className="border-t border-brass-line">
        {lines.map((receiptLine) => (
          <ReceiptLine
            key={receiptLine.what}
            label={lineLabels[receiptLine.what]}
            amount={receiptLine.amount}
          />
        ))}
        {tax && !tax.included && <ReceiptLine label={taxLabel(tax)} amount={tax.amount} />}
        <ReceiptLine label="Total" amount={receiptTotals.totalAmount} strong />
        {tax?.included && <ReceiptLine label={taxLabel(tax)} amount={tax.amount} />}
        {movements.map((movement) => (
          <ReceiptLine
            key={`${movement.what} ${movement.at}`}
            label={movementLabel(movement, zone, card)}
            hint={movementHint(movement, zone, movements)}
            amount={movement.amount}
          />
        ))}
        <ReceiptLine label="You paid" amount={receiptTotals.netAmount} strong />
        {tax && receiptTotals.netAmount !== receiptTotals.totalAmount && (
          <ReceiptLine label={taxLabel({ ...tax, included: true })} amount={receiptTotals.netTax} />
        )}
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

function ReceiptFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="eyebrow mb-1">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ReceiptLine({
  label,
  hint,
  amount,
  strong = false,
}: {
  label: string;
  hint?: string | undefined;
  amount: string;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex justify-between gap-6 border-b border-rule py-2.5 ${strong ? 'font-semibold' : ''}`}
    >
      <dt>
        {label}
        {hint && <span className="block text-[0.9375rem] text-quiet">{hint}</span>}
      </dt>
      <dd className="figures">{formatMoney(amount)}</dd>
    </div>
  );
}
