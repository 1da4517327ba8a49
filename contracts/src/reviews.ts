import { z } from 'zod';
import { Review } from './courts.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** Who writes of whom: the player of the court, the host of the player. */
export const ReviewSide = z.enum(['player', 'host']);
export type ReviewSide = z.infer<typeof ReviewSide>;

export const WriteReview = z.strictObject({
  courtId: z.string().min(1).max(40),
  bookingId: z.string().min(1).max(80),
  rating: z.number().int().min(1).max(5),
  comment: z.string().trim().max(1_000).nullish(),
});
export type WriteReview = z.infer<typeof WriteReview>;

/** The reviews of one hour. Neither side reads the other's before both are in, or the time for them is over. */
export const BookingReviews = z.object({
  bookingId: z.string(),
  player: Review.nullable(),
  host: Review.nullable(),
  revealedAt: z.string().nullable(),
  revealBy: z.string().nullable().describe('until when reviews are written and hidden; null while there is none'),
});
export type BookingReviews = z.infer<typeof BookingReviews>;

const bookingId = z.object({ bookingId: z.string().max(80) });
const courtId = z.object({ courtId: z.string().max(40) });

export const reviewRoutes = {
  writeReview: route({
    method: 'POST',
    path: '/api/reviews',
    summary: 'Review an hour that is over, once: as its player the court, as its host the player',
    access: 'signedIn',
    body: WriteReview,
    status: 201,
    response: BookingReviews,
    errors: ['not_found', 'wrong_status', 'already_logged', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  bookingReviews: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/reviews',
    summary: 'The reviews of one hour, as one of its sides may see them',
    access: 'signedIn',
    params: bookingId,
    reads: ['bookings', 'reviews'],
    status: 200,
    response: BookingReviews,
    errors: ['not_found'],
  }),
  courtReviews: route({
    method: 'GET',
    path: '/api/courts/:courtId/reviews',
    summary: 'Reviews of a court that are not hidden any more, the latest first, in pages',
    access: 'anyone',
    params: courtId,
    query: z.strictObject(pageQuery()),
    reads: ['reviews', 'courts'],
    status: 200,
    response: z.array(Review),
    errors: ['not_found'],
  }),
  removeReview: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/review-removals',
    summary: 'Take a review away, for a reason that stays in the log',
    access: 'admin',
    params: bookingId,
    body: z.strictObject({ side: ReviewSide, reason: z.string().trim().min(1).max(300) }),
    status: 200,
    response: BookingReviews,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
};
