import { z } from 'zod';
import { BookingSide } from './bookings.js';
import { Review } from './courts.js';
import { Why } from './desk-users.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

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
  revealBy: z
    .string()
    .nullable()
    .describe('until when reviews are written and hidden; null while there is none'),
});
export type BookingReviews = z.infer<typeof BookingReviews>;

/** Why somebody reports a review. */
export const ReportReason = z.enum(
  ['offensive', 'untrue', 'private', 'advertising', 'other'],
  'Please choose a reason',
);
export type ReportReason = z.infer<typeof ReportReason>;

const reviewId = z.string().min(1).max(100);

export const ReportReview = z.strictObject({
  reviewId,
  reason: ReportReason,
  words: z.string().trim().max(300, 'Use at most 300 characters').default(''),
});
export type ReportReview = z.infer<typeof ReportReview>;

/** Which of the reviews that stand with a court the caller wrote, and which they have reported: neither is reported by them again. */
export const OwnReviewMarks = z.object({
  written: z.array(z.string()),
  reported: z.array(z.string()),
});
export type OwnReviewMarks = z.infer<typeof OwnReviewMarks>;

const Person = z.object({ id: z.string(), name: z.string() });

/** A review that somebody has reported, with every report that waits for an admin. */
export const ReportedReview = z.object({
  id: z.string(),
  bookingId: z.string(),
  side: BookingSide,
  court: z.object({ id: z.string(), name: z.string() }),
  author: Person,
  rating: z.number(),
  comment: z.string(),
  createdAt: z.string(),
  reports: z.array(
    z.object({ by: Person, reason: ReportReason, words: z.string(), at: z.string() }),
  ),
});
export type ReportedReview = z.infer<typeof ReportedReview>;

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
    errors: [
      'not_found',
      'wrong_status',
      'already_logged',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
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
  ownReviewMarks: route({
    method: 'GET',
    path: '/api/review-marks',
    summary: "Which of a court's latest reviews the caller wrote or has reported",
    access: 'signedIn',
    query: z.strictObject(courtId.shape),
    reads: ['reviews'],
    status: 200,
    response: OwnReviewMarks,
  }),
  reportReview: route({
    method: 'POST',
    path: '/api/review-reports',
    summary: 'Tell the admins of a review that should not stand; once, whoever reports it',
    access: 'signedIn',
    body: ReportReview,
    status: 201,
    response: z.object({ reviewId: z.string() }),
    errors: [
      'not_found',
      'too_many_requests',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
  reportedReviews: route({
    method: 'GET',
    path: '/api/admin/review-reports',
    summary: 'Reviews with reports that wait, those that wait the longest first, in pages',
    access: 'admin',
    query: z.strictObject(pageQuery({ most: 100 })),
    reads: ['reviews', 'courts', 'people'],
    status: 200,
    response: z.array(ReportedReview),
  }),
  dismissReports: route({
    method: 'POST',
    path: '/api/admin/review-reports/dismissals',
    summary: 'Leave a review that was reported as it is; its reports wait no more',
    access: 'admin',
    body: Why.extend({ reviewId }),
    status: 200,
    response: z.object({ reviewId: z.string() }),
    errors: ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  removeReview: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/review-removals',
    summary: 'Take a review away, for a reason that stays in the log',
    access: 'admin',
    params: bookingId,
    body: z.strictObject({ side: BookingSide, reason: z.string().trim().min(1).max(300) }),
    status: 200,
    response: BookingReviews,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
};
