import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { CourtZone } from '../../lib/format';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { CourtTime } from '../../ui/time';
import { useDraftState } from '../draft/use-draft';
import { useWriteReview } from './review-queries';

const starChoices = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

type ReviewedBooking = CourtZone &
  Readonly<{
    id: string;
    courtId: string;
    court: Readonly<{ name: string }>;
    startTime: string;
    endTime: string;
  }>;

export type WrittenReview = Readonly<{ rating: number; comment: string | null }> | undefined;

type ReviewEntries = { rating: string | null; comment: string };

type ReviewDialogProps = {
  booking: ReviewedBooking;
  title: string;
  /** Content above the stars. */
  children: ReactNode;
  legend: string;
  /** Says who sees the comment. */
  hint: string;
  /** The review to change; none yet by default. */
  written?: WrittenReview;
  onClose: () => void;
};

/** Asks for 1 to 5 stars and an optional comment. Nothing is preset in a new review. */
export function ReviewDialog({
  booking,
  title,
  children,
  legend,
  hint,
  written,
  onClose,
}: ReviewDialogProps) {
  const formId = useId();
  const writeReview = useWriteReview();
  const starsRef = useRef<HTMLInputElement>(null);
  const isSubmitted = useRef(false);
  const [{ rating, comment }, updateEntries, draft] = useDraftState<ReviewEntries>(
    `review-${booking.id}`,
    { rating: written ? String(written.rating) : null, comment: written?.comment ?? '' },
  );
  const [showsError, setShowsError] = useState(false);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (rating === null) {
      setShowsError(true);
      starsRef.current?.focus();
      return;
    }
    const { courtId, id: bookingId } = booking;
    const onSuccess = () => {
      isSubmitted.current = true;
      draft.clear();
      onClose();
    };
    writeReview.mutate(
      {
        courtId,
        bookingId,
        rating: Number(rating),
        comment: comment.trim(),
        isWritten: written !== undefined,
      },
      { onSuccess },
    );
  };

  return (
    <Dialog
      open
      keepsEntries
      onClose={onClose}
      finalFocus={() => (isSubmitted.current && !written ? pageHeading() : null)}
      title={title}
      description={booking.court.name}
      footer={
        <>
          <CloseButton>Not Now</CloseButton>
          <Button type="submit" form={formId} busy={writeReview.isPending}>
            {written ? 'Save Review' : 'Submit Review'}
          </Button>
        </>
      }
    >
      <CourtTime hour={booking} />
      <form id={formId} onSubmit={handleSubmit} className="mt-6 grid gap-6">
        {draft.note}
        <p className="text-quiet">{children}</p>
        <RadioGroup
          ref={starsRef}
          legend={legend}
          required
          choices={starChoices}
          value={rating}
          onChange={(value) => updateEntries({ rating: value })}
          error={showsError && rating === null ? 'Choose 1 to 5 stars' : undefined}
          className="grid-cols-5"
        />
        <Field label="Comment" optional hint={hint}>
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={1_000}
              value={comment}
              onChange={({ target }) => updateEntries({ comment: target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
