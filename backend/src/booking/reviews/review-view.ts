import type { Review } from '@courtly/contracts/courts';
import type { BookingSide } from '@courtly/contracts/bookings';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { type Reviews, type SideReview, reviewIdOf } from './review.js';

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

/** Each side sees its own review, and the other one once it is revealed. */
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
