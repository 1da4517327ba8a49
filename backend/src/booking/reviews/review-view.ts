import type { Review } from '@courtly/contracts/courts';
import type { BookingSide } from '@courtly/contracts/bookings';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { type Reviews, type SideReview, reviewIdOf } from './review.js';

export const reviewView = (
  reviewId: string,
  { rating, comment, writtenAt }: SideReview,
): Review => ({
  id: reviewId,
  rating,
  comment: comment || null,
  createdAt: writtenAt,
});

/** Each side sees its own review, and sees the other one once it is revealed. */
export const reviewsView = (
  bookingId: string,
  bookingReviews: Reviews | null,
  userId: string,
): BookingReviews => {
  const visibleReview = (reviewSide: BookingSide) => {
    const sideReview = bookingReviews?.[reviewSide];
    const isVisible = sideReview?.authorId === userId || bookingReviews?.revealedAt;
    return sideReview && !sideReview.isRemoved && isVisible
      ? reviewView(reviewIdOf(bookingId, reviewSide), sideReview)
      : null;
  };
  const ownReview = [bookingReviews?.player, bookingReviews?.host].find(
    (sideReview) => sideReview?.authorId === userId && !sideReview.isRemoved,
  );
  return {
    bookingId,
    player: visibleReview('player'),
    host: visibleReview('host'),
    revealedAt: bookingReviews?.revealedAt ?? null,
    revealBy: bookingReviews?.revealBy ?? null,
    editableUntil: bookingReviews?.revealedAt ? null : (ownReview?.editableUntil ?? null),
  };
};
