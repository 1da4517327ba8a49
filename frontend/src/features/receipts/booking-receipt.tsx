import type { Receipt } from '@courtly/contracts/receipts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { taxLabel } from '../../resources/payment/tax-label';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import {
  MovementLines,
  PrintButton,
  ReceiptFact,
  ReceiptFacts,
  ReceiptHead,
  ReceiptLine,
} from './receipt-parts';

const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['/api/bookings', bookingId, 'receipt'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/receipt', { params: { bookingId }, signal }),
    meta: { live: [`ledger:${bookingId}`] },
  });

export function BookingReceipt({ bookingId }: { bookingId: string }) {
  return (
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
  );
}

const lineLabels: Record<Receipt['lines'][number]['what'], string> = {
  rate: 'Court, one hour',
  fee: 'Service fee',
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
      <ReceiptFacts>
        <ReceiptHead
          receiptNumber={receiptNumber}
          issuedAt={issuedAt}
          seller={seller}
          zone={zone}
        />
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
      </ReceiptFacts>
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
        <MovementLines movements={movements} card={card} zone={zone} />
        <ReceiptLine label="You paid" amount={receiptTotals.netAmount} strong />
        {tax && receiptTotals.netAmount !== receiptTotals.totalAmount && (
          <ReceiptLine label={taxLabel({ ...tax, included: true })} amount={receiptTotals.netTax} />
        )}
      </dl>
      <p className="mt-6 text-sm wrap-anywhere text-quiet">
        Booking {receiptTotals.bookingId}, policy {receiptTotals.policyId}. All amounts are in US
        dollars.
      </p>
      <PrintButton />
    </>
  );
}
