import type { Receipt } from '@courtly/contracts/receipts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { sportLabels } from '../../lib/sports';
import { useNow } from '../../lib/use-now';
import { useOptionalData } from '../../lib/use-optional-data';
import { BookAgainLink } from '../../resources/booking/book-again-link';
import { bookingQuery, isHostBooking } from '../../resources/booking/booking-queries';
import { isFinished } from '../../resources/booking/charge-state';
import { taxLabel } from '../../resources/payment/tax-label';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CourtTime } from '../../ui/time';
import { ReceiptFact, ReceiptLine, ReceiptSheet } from './receipt-parts';

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
          <BookingReceiptSheet receipt={receipt} />
        ) : (
          <EmptyState
            title="Nothing was charged"
            action={<LinkButton to={paths.bookings}>Your Bookings</LinkButton>}
          >
            You'll get a receipt once your card is charged.
          </EmptyState>
        )
      }
    </QueryPanel>
  );
}

function BookAgain({ bookingId }: { bookingId: string }) {
  const now = useNow();
  const booking = useOptionalData({ ...bookingQuery(bookingId), refetchInterval: false });
  return (
    booking &&
    !isHostBooking(booking) &&
    isFinished(booking.status) && <BookAgainLink booking={booking} now={now} />
  );
}

const lineLabels: Record<Receipt['lines'][number]['what'], string> = {
  rate: 'Court, one hour',
  fee: 'Service fee',
};

function BookingReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { court, address, sport, player, lines, tax, totalAmount } = receipt;
  const { netAmount, netTax, bookingId, policyId } = receipt;
  return (
    <ReceiptSheet
      receipt={receipt}
      place={receipt}
      facts={
        <>
          <ReceiptFact label="Court">
            <span dir="auto" className="block font-display text-xl">
              {court}
            </span>
            <span className="block text-quiet">{address}</span>
            <CourtTime hour={receipt} />
            {sport && <span className="block text-quiet">{sportLabels[sport]}</span>}
          </ReceiptFact>
          <ReceiptFact label="Player">
            <span dir="auto">{player}</span>
          </ReceiptFact>
        </>
      }
      priceLines={
        <>
          {lines.map(({ what, amount }) => (
            <ReceiptLine key={what} label={lineLabels[what]} amount={amount} />
          ))}
          {tax && !tax.included && <ReceiptLine label={taxLabel(tax)} amount={tax.amount} />}
          <ReceiptLine label="Total" amount={totalAmount} strong />
          {tax?.included && <ReceiptLine label={taxLabel(tax)} amount={tax.amount} />}
        </>
      }
      netLines={
        tax &&
        netAmount !== totalAmount && (
          <ReceiptLine label={taxLabel({ ...tax, included: true })} amount={netTax} />
        )
      }
      action={<BookAgain bookingId={bookingId} />}
      footnote={`Booking ${bookingId}, policy ${policyId}. All amounts are in US dollars.`}
    />
  );
}
