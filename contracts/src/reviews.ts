import { z } from 'zod';
import { BookingSide } from './bookings.js';
import { Review } from './courts.js';
import { ReasonBody } from './admin-users.js';
import { lines } from './fields.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

export const WriteReviewBody = z.strictObject({
  courtId: z.string().min(1).max(40),
  bookingId: z.string().min(1).max(80),
  rating: z.number().int().min(1).max(5),
  comment: lines({ most: 1_000 }).nullish(),
});
export type WriteReviewBody = z.infer<typeof WriteReviewBody>;

export const ChangeReviewBody = WriteReviewBody.pick({ rating: true, comment: true });
export type ChangeReviewBody = z.infer<typeof ChangeReviewBody>;

/**
 * The reviews of a booking. Each side's review stays hidden until both are written and can no
 * longer be changed, or the period ends.
 */
export const BookingReviews = z.object({
  bookingId: z.string(),
  player: Review.nullable(),
  host: Review.nullable(),
  revealedAt: z.string().nullable(),
  revealBy: z
    .string()
    .nullable()
    .describe('The end of the review period (UTC); null without reviews.'),
  editableUntil: z
    .string()
    .nullable()
    .describe(
      'When the caller can no longer change or withdraw their own review (UTC, may be past); null if there is none, or once it is revealed.',
    ),
});
export type BookingReviews = z.infer<typeof BookingReviews>;

export const ReportReason = z.enum(
  ['offensive', 'untrue', 'private', 'advertising', 'other'],
  'Please choose a reason',
);
export type ReportReason = z.infer<typeof ReportReason>;

const reviewId = z.string().min(1).max(100);

/** `reviewId` is an id from a court's review list or from the reviews of a booking. */
export const ReportReviewBody = z.strictObject({
  courtId: z.string().min(1).max(40),
  reviewId,
  reason: ReportReason,
  words: lines({ most: 300 }).default(''),
});
export type ReportReviewBody = z.infer<typeof ReportReviewBody>;

/** The ids of the reviews that the caller wrote or has reported. The caller cannot report these. */
export const OwnReviewMarks = z.object({
  written: z.array(z.string()),
  reported: z.array(z.string()),
});
export type OwnReviewMarks = z.infer<typeof OwnReviewMarks>;

const PersonSummary = z.object({ id: z.string(), name: z.string() });

/** A reported review with its open reports. */
export const ReportedReview = z.object({
  id: z.string(),
  bookingId: z.string(),
  side: BookingSide,
  court: z.object({ id: z.string(), name: z.string() }),
  author: PersonSummary,
  isAuthorErased: z.boolean().describe('Whether the author has deleted their account.'),
  rating: z.number(),
  comment: z.string(),
  createdAt: z.string(),
  reports: z.array(
    z.object({ by: PersonSummary, reason: ReportReason, words: z.string(), at: z.string() }),
  ),
});
export type ReportedReview = z.infer<typeof ReportedReview>;

const bookingId = z.object({ bookingId: z.string().max(80) });
const courtId = z.object({ courtId: z.string().max(40) });

export const reviewRoutes = {
  writeReview: route({
    method: 'POST',
    path: '/api/reviews',
    summary: 'Review a finished booking, once. Players review the court; hosts review the player.',
    access: 'signedIn',
    body: WriteReviewBody,
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
  changeReview: route({
    method: 'PUT',
    path: '/api/reviews/:bookingId',
    summary:
      "Change the caller's review of a booking, for a limited time and until it is revealed.",
    access: 'signedIn',
    params: bookingId,
    body: ChangeReviewBody,
    status: 200,
    response: BookingReviews,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  withdrawReview: route({
    method: 'DELETE',
    path: '/api/reviews/:bookingId',
    summary:
      "Withdraw the caller's review of a booking, for a limited time and until it is revealed.",
    access: 'signedIn',
    params: bookingId,
    status: 200,
    response: BookingReviews,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  bookingReviews: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/reviews',
    summary: 'Get the reviews of a booking, as its player or host.',
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
    summary: 'List the revealed reviews of a court, newest first.',
    access: 'anyone',
    params: courtId,
    query: z.strictObject({
      rating: z.coerce
        .number()
        .int()
        .min(1)
        .max(5)
        .optional()
        .describe('Only reviews with this number of stars.'),
      ...pageQuery(),
    }),
    reads: ['reviews', 'courts', 'people'],
    status: 200,
    response: z.array(Review),
    errors: ['not_found'],
  }),
  ownReviewMarks: route({
    method: 'GET',
    path: '/api/review-marks',
    summary: "List which of a court's reviews the caller wrote or has reported.",
    access: 'signedIn',
    query: z.strictObject(courtId.shape),
    reads: ['reviews'],
    status: 200,
    response: OwnReviewMarks,
  }),
  reportReview: route({
    method: 'POST',
    path: '/api/review-reports',
    summary: 'Report a review to the admins, once per review.',
    access: 'signedIn',
    body: ReportReviewBody,
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
    summary: 'List reviews with open reports, oldest report first.',
    access: 'admin',
    query: z.strictObject(pageQuery({ maxLimit: 100 })),
    reads: ['reviews', 'courts', 'people'],
    status: 200,
    response: z.array(ReportedReview),
  }),
  dismissReports: route({
    method: 'POST',
    path: '/api/admin/review-reports/dismissals',
    summary: 'Dismiss all open reports of a review.',
    access: 'admin',
    decides: 'review',
    body: ReasonBody.extend({ reviewId }),
    status: 200,
    response: z.object({ reviewId: z.string() }),
    errors: ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  removeReview: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/review-removals',
    summary: 'Remove a review. The log keeps the reason.',
    access: 'admin',
    decides: 'review',
    params: bookingId,
    body: z.strictObject({ side: BookingSide, reason: lines({ least: 1, most: 300 }) }),
    status: 200,
    response: BookingReviews,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
};
