import { useQuery } from '@tanstack/react-query';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { bookingReviewsQuery } from './review-queries';

/** The reviews of a booking that the viewer may see. */
export function BookingReviews({ booking }: { booking: AnyBooking }) {
  const { data } = useQuery(bookingReviewsQuery(booking.id));
  const isHost = isHostBooking(booking);
  const visibleReviews = [
    {
      review: data?.player,
      by: isHost ? "The player's review of the court" : 'Your review of the court',
    },
    { review: data?.host, by: isHost ? 'Your review of the player' : "The host's review of you" },
  ].flatMap(({ review, by: heading }) => (review ? [{ ...review, by: heading }] : []));
  if (visibleReviews.length === 0) return null;
  return (
    <section aria-labelledby="booking-reviews" className="mt-8 border-t border-rule pt-5">
      <h3 id="booking-reviews" className="font-display text-xl">
        Reviews
      </h3>
      {visibleReviews.map(({ id, by: heading, rating, comment }) => (
        <div key={id} className="mt-3">
          <p className="figures text-[0.9375rem] text-quiet">
            {heading}: {rating} of 5
          </p>
          {comment && (
            <p dir="auto" className="wrap-anywhere">
              {comment}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}
