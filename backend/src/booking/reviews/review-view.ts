import type { Review } from '@courtly/contracts/courts';
import type { BookingSide } from '@courtly/contracts/bookings';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { type Reviews, type SideReview, reviewIdOf } from './review.js';

/** A review as everybody reads it. */
export const reviewView = (
  bookingId: string,
  side: BookingSide,
  { rating, comment, writtenAt }: SideReview,
): Review => ({
  id: reviewIdOf(bookingId, side),
  rating,
  comment: comment || null,
  createdAt: writtenAt,
});

/** The reviews of a booking for one of its sides, or for an operator: their own, and the other's once they are revealed. */
export const reviewsView = (
  bookingId: string,
  reviews: Reviews | null,
  viewerId: string,
): BookingReviews => {
  const seen = (side: BookingSide) => {
    const one = reviews?.[side];
    const isShown = one?.authorId === viewerId || reviews?.revealedAt;
    return one && one.removed === null && isShown ? reviewView(bookingId, side, one) : null;
  };
  return {
    bookingId,
    player: seen('player'),
    host: seen('host'),
    revealedAt: reviews?.revealedAt ?? null,
    revealBy: reviews?.revealBy ?? null,
  };
};
