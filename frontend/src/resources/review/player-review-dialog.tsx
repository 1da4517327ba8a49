import type { HostBooking } from '@courtly/contracts/bookings';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CourtTime } from '../../ui/time';
import { fullName } from '../session/person-labels';
import { useReviewPlayer } from './review-queries';
import { StarsFields } from './stars-fields';

export function PlayerReviewDialog({
  booking,
  onClose,
}: {
  booking: HostBooking;
  onClose: () => void;
}) {
  const { user, court } = booking;
  const formId = useId();
  const reviewPlayer = useReviewPlayer();
  const [playerReview, setPlayerReview] = useState({ rating: '5', comment: '' });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { courtId, id: bookingId } = booking;
    const reviewInput = {
      rating: Number(playerReview.rating),
      comment: playerReview.comment.trim(),
    };
    reviewPlayer.mutate({ courtId, bookingId, ...reviewInput }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`How was ${fullName(user)}?`}
      description={court.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Not Now
          </Button>
          <Button type="submit" form={formId} busy={reviewPlayer.isPending}>
            Submit Review
          </Button>
        </>
      }
    >
      <CourtTime hour={booking} />
      <form id={formId} onSubmit={handleSubmit} className="mt-6 grid gap-6">
        <p className="text-quiet">
          Reviews are hidden until you both submit one or the review period ends. Other hosts see
          the player's average rating with each request.
        </p>
        <StarsFields
          legend="Your player, out of 5"
          hint="Only the player sees it."
          values={playerReview}
          onChange={setPlayerReview}
        />
      </form>
    </Dialog>
  );
}
