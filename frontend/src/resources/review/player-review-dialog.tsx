import type { HostBooking } from '@courtly/contracts/bookings';
import { fullName } from '../session/person-labels';
import { ReviewDialog, type WrittenReview } from './review-dialog';

type PlayerReviewDialogProps = {
  booking: HostBooking;
  written?: WrittenReview;
  onClose: () => void;
};

export function PlayerReviewDialog({ booking, written, onClose }: PlayerReviewDialogProps) {
  return (
    <ReviewDialog
      booking={booking}
      title={`How was ${fullName(booking.user)}?`}
      legend="Your player, out of 5"
      hint="Only the player sees it."
      written={written}
      onClose={onClose}
    >
      Your review stays hidden until the player's review is final, too, or the review period ends.
      You can edit or withdraw it for a limited time in the booking's history. Other hosts see the
      player's average rating with each request.
    </ReviewDialog>
  );
}
