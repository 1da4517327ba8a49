import type { HostBooking } from '@courtly/contracts/bookings';
import { fullName } from '../session/person-labels';
import { ReviewDialog } from './review-dialog';

type PlayerReviewDialogProps = { booking: HostBooking; onClose: () => void };

export function PlayerReviewDialog({ booking, onClose }: PlayerReviewDialogProps) {
  return (
    <ReviewDialog
      booking={booking}
      title={`How was ${fullName(booking.user)}?`}
      legend="Your player, out of 5"
      hint="Only the player sees it."
      onClose={onClose}
    >
      Reviews are hidden until you both submit one or the review period ends. Other hosts see the
      player's average rating with each request.
    </ReviewDialog>
  );
}
