import type { Review } from '@courtly/contracts/courts';
import type { BookingReviews } from '@courtly/contracts/reviews';
import type { Reviews, SideReview } from './review.js';

/** A review as everybody reads it. */
export const reviewView = ({ rating, comment, writtenAt }: SideReview): Review => ({
  rating,
  comment: comment || null,
  createdAt: writtenAt,
});

/** The reviews of a booking for one of its sides, or for an operator: their own, and the other's once they are revealed. */
export const reviewsView = (bookingId: string, reviews: Reviews | null, viewerId: string): BookingReviews => {
  const seen = (one: SideReview | null | undefined, authorId: string | undefined) =>
    one && one.removed === null && (authorId === viewerId || reviews?.revealedAt) ? reviewView(one) : null;
  return {
    bookingId,
    player: seen(reviews?.player, reviews?.playerId),
    host: seen(reviews?.host, reviews?.hostId),
    revealedAt: reviews?.revealedAt ?? null,
    revealBy: reviews?.revealBy ?? null,
  };
};
