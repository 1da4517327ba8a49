import { useQuery } from '@tanstack/react-query';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { bookingReviewsQuery } from './review-queries';

/** Reviews of a booking that the viewer may see. */
export function BookingReviews({ booking }: { booking: AnyBooking }) {
  const { data } = useQuery(bookingReviewsQuery(booking.id));
  const hosted = isHostBooking(booking);
  const said = [
    {
      review: data?.player,
      by: hosted ? 'The player’s review of the court' : 'Your review of the court',
    },
    { review: data?.host, by: hosted ? 'Your review of the player' : 'The host’s review of you' },
  ].flatMap(({ review, by }) => (review ? [{ ...review, by }] : []));
  if (said.length === 0) return null;
  return (
    <section aria-labelledby="booking-reviews" className="mt-8 border-t border-rule pt-5">
      <h3 id="booking-reviews" className="font-display text-xl">
        Reviews
      </h3>
      {said.map(({ id, by, rating, comment }) => (
        <div key={id} className="mt-3">
          <p className="figures text-[0.9375rem] text-quiet">
            {by}: {rating} of 5
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
