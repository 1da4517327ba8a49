import { useQuery } from '@tanstack/react-query';
import { LoadErrors } from '../../ui/load-error';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { OwnReviewActions } from './own-review-actions';
import { bookingReviewsQuery } from './review-queries';
import { Heading } from '../../ui/heading';

/** The reviews of a booking that the viewer may see. */
export function BookingReviews({ booking }: { booking: AnyBooking }) {
  const reviewsQuery = useQuery(bookingReviewsQuery(booking.id));
  const { data } = reviewsQuery;
  const isHost = isHostBooking(booking);
  const visibleReviews = [
    {
      review: data?.player,
      by: isHost ? "The player's review of the court" : 'Your review of the court',
      isOwn: !isHost,
    },
    {
      review: data?.host,
      by: isHost ? 'Your review of the player' : "The host's review of you",
      isOwn: isHost,
    },
  ].flatMap(({ review, ...labels }) => (review ? [{ review, ...labels }] : []));
  if (!data) return <LoadErrors label="the reviews" queries={[reviewsQuery]} />;
  if (visibleReviews.length === 0) return null;
  return (
    <section aria-labelledby="booking-reviews" className="mt-8 border-t border-rule pt-5">
      <Heading level={3} id="booking-reviews">
        Reviews
      </Heading>
      {visibleReviews.map(({ review, by: heading, isOwn }) => (
        <div key={review.id} className="mt-3">
          <p className="figures text-small text-quiet">
            {heading}: {review.rating} of 5
          </p>
          {review.comment && (
            <p dir="auto" className="wrap-anywhere">
              {review.comment}
            </p>
          )}
          {isOwn && data?.editableUntil && (
            <OwnReviewActions
              booking={booking}
              review={review}
              editableUntil={data.editableUntil}
            />
          )}
        </div>
      ))}
    </section>
  );
}
