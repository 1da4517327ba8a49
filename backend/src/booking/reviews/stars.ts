import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReviewEvent } from './review.events.js';

/** The sum of the revealed stars, and the number of their reviews. */
export type Stars = Readonly<{ stars: number; count: number }>;

export const noStars: Stars = { stars: 0, count: 0 };

export type StarsEvent = Extract<ReviewEvent, { type: 'ReviewsRevealed' | 'ReviewRemoved' }>;

/** The totals for one side after an event. Players rate courts, and hosts rate players. */
export const starsAfter = (
  ratingSide: BookingSide,
  previousTotals: Stars,
  { type, data }: StarsEvent,
): Stars => {
  const { stars, count } = previousTotals;
  if (type === 'ReviewsRevealed') {
    const givenStars = ratingSide === 'player' ? data.courtRating : data.playerRating;
    return givenStars === null ? previousTotals : { stars: stars + givenStars, count: count + 1 };
  }
  const { side, revealedRating } = data;
  return side !== ratingSide || revealedRating === null
    ? previousTotals
    : { stars: stars - revealedRating, count: count - 1 };
};

/** Null without reviews, because being new does not mean being perfect (domain rules, G27). */
export const meanRatingOf = ({
  stars,
  count,
}: Stars): Readonly<{ rating: number | null; count: number }> => ({
  rating: count === 0 ? null : stars / count,
  count,
});
