import type { HostBooking } from '@courtly/contracts/bookings';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';
import { CourtTime } from '../../ui/time';
import { fullName } from '../session/person-labels';
import { useReviewPlayer } from './review-queries';

const stars = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** Asks a host after an hour how its player was. */
export function PlayerReviewDialog({ booking, onClose }: { booking: HostBooking; onClose: () => void }) {
  const { user, court, startTime, endTime, zone } = booking;
  const form = useId();
  const review = useReviewPlayer();
  const [rating, setRating] = useState('5');
  const [comment, setComment] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = { courtId: booking.courtId, bookingId: booking.id, rating: Number(rating), comment: comment.trim() };
    review.mutate(said, { onSuccess: onClose });
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
          <Button type="submit" form={form} busy={review.isPending}>
            Submit Review
          </Button>
        </>
      }
    >
      <CourtTime start={startTime} end={endTime} zone={zone} />
      <form id={form} onSubmit={submit} className="mt-6 grid gap-6">
        <p className="text-quiet">
          Neither of you reads the other’s review before both are in, or the time for them is over. Hosts whom this
          player asks for an hour see the stars of all hosts together.
        </p>
        <RadioGroup
          legend="Your player, out of 5"
          choices={stars}
          value={rating}
          onChange={setRating}
          className="grid-cols-5"
        />
        <Field label="Comment" optional hint="The player alone reads it.">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={1_000}
              value={comment}
              onChange={({ target }) => setComment(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
