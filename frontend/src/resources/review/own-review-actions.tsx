import type { BookingReviews } from '@courtly/contracts/reviews';
import { useState } from 'react';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { timeLeftLabel } from '../booking/time-left-label';
import { CourtReviewDialog } from './court-review-dialog';
import { PlayerReviewDialog } from './player-review-dialog';
import { useWithdrawReview } from './review-queries';

type OwnReviewActionsProps = {
  booking: AnyBooking;
  review: NonNullable<BookingReviews['player']>;
  editableUntil: string;
};

/** Lets authors change or withdraw their review while the other side cannot read it. */
export function OwnReviewActions({ booking, review, editableUntil }: OwnReviewActionsProps) {
  const now = useNow();
  const [openDialog, setOpenDialog] = useState<'edit' | 'withdraw' | null>(null);
  const withdrawReview = useWithdrawReview();
  if (editableUntil <= now) return null;
  const closeDialog = () => setOpenDialog(null);
  const editProps = { written: review, onClose: closeDialog };
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label="Edit your review"
          onClick={() => setOpenDialog('edit')}
        >
          Edit
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label="Withdraw your review"
          onClick={() => setOpenDialog('withdraw')}
        >
          Withdraw
        </Button>
        <p className="text-small text-quiet">{timeLeftLabel(editableUntil, now)}</p>
      </div>
      {openDialog === 'edit' &&
        (isHostBooking(booking) ? (
          <PlayerReviewDialog booking={booking} {...editProps} />
        ) : (
          <CourtReviewDialog booking={booking} {...editProps} />
        ))}
      {openDialog === 'withdraw' && (
        <Dialog
          open
          onClose={closeDialog}
          // The button that opened the dialog disappears with the review.
          finalFocus={() =>
            withdrawReview.isPending ? document.querySelector('[role="dialog"]') : null
          }
          title="Withdraw your review?"
          description={booking.court.name}
          footer={
            <>
              <Button variant="outline" onClick={closeDialog}>
                Keep Review
              </Button>
              <Button
                variant="danger"
                busy={withdrawReview.isPending}
                onClick={() => withdrawReview.mutate(booking.id)}
              >
                Withdraw Review
              </Button>
            </>
          }
        >
          <p>
            No one will see its stars and comment. You can write another review until the review
            period ends.
          </p>
        </Dialog>
      )}
    </>
  );
}
