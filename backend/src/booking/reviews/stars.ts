import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReviewEvent } from './review.events.js';

/** The stars of all reviews that are revealed, added up, and how many these are. */
export type Stars = Readonly<{ stars: number; count: number }>;

export const noStars: Stars = { stars: 0, count: 0 };

/** The events by which such a sum moves. */
export type StarsEvent = Extract<ReviewEvent, { type: 'ReviewsRevealed' | 'ReviewRemoved' }>;

/** The stars that one side gave, after an event: players give them to courts, hosts to players. */
export const starsAfter = (by: BookingSide, before: Stars, { type, data }: StarsEvent): Stars => {
  const { stars, count } = before;
  if (type === 'ReviewsRevealed') {
    const given = by === 'player' ? data.courtRating : data.playerRating;
    return given === null ? before : { stars: stars + given, count: count + 1 };
  }
  const { side, revealedRating } = data;
  return side !== by || revealedRating === null
    ? before
    : { stars: stars - revealedRating, count: count - 1 };
};

/** The mean of all stars; null for what nobody has reviewed, which is new and not perfect (domain rules, G27). */
export const meanOf = ({
  stars,
  count,
}: Stars): Readonly<{ rating: number | null; count: number }> => ({
  rating: count === 0 ? null : stars / count,
  count,
});
