import type { Booking } from '@courtly/contracts/bookings';
import { ReviewDialog, type WrittenReview } from './review-dialog';

type CourtReviewDialogProps = {
  booking: Booking;
  written?: WrittenReview;
  onClose: () => void;
};

export function CourtReviewDialog({ booking, written, onClose }: CourtReviewDialogProps) {
  return (
    <ReviewDialog
      booking={booking}
      title="How was the court?"
      legend="Court rating, out of 5"
      hint="Visible to everyone on the court page."
      written={written}
      onClose={onClose}
    >
      Your review stays hidden until the host's review is final, too, or the review period ends. You
      can edit or withdraw it for a limited time in the booking's history.
    </ReviewDialog>
  );
}
