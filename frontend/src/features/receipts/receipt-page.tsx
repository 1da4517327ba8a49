import { useParams } from 'react-router-dom';
import { PageMeta } from '../../lib/page-meta';
import { BookingReceipt } from './booking-receipt';
import { MembershipReceiptPanel } from './membership-receipt';
import { Heading } from '../../ui/heading';

/**
 * The receipt of a booking or of a membership payment. They are one page so that they share a
 * chunk.
 */
export function ReceiptPage() {
  const { bookingId, receiptNumber = '' } = useParams();
  return (
    <div className="page max-w-2xl pt-10">
      <PageMeta title="Receipt" description="What you paid, and what was returned." />
      <Heading level={1} className="mb-8">
        Receipt
      </Heading>
      {bookingId === undefined ? (
        <MembershipReceiptPanel receiptNumber={receiptNumber} />
      ) : (
        <BookingReceipt bookingId={bookingId} />
      )}
    </div>
  );
}
