import type { Booking } from '@courtly/contracts/bookings';
import { ReviewDialog } from './review-dialog';

type CourtReviewDialogProps = { booking: Booking; onClose: () => void };

export function CourtReviewDialog({ booking, onClose }: CourtReviewDialogProps) {
  return (
    <ReviewDialog
      booking={booking}
      title="How was the court?"
      legend="Court rating, out of 5"
      hint="Visible to everyone on the court page."
      onClose={onClose}
    >
      Your review is hidden until the host also submits one or the review period ends.
    </ReviewDialog>
  );
}
