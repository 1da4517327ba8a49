import { BookingSide } from '@courtly/contracts/bookings';
import { ReportReason } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const instant = z.string();
const stars = z.number().int();
const its = {
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
};

/**
 * Reviews of a booking by both sides. The stream is `review-<bookingId>`. Until `revealBy` (UTC)
 * reviews can be written and stay hidden. Stars are 1 to 5, null for a missing or removed review.
 */
export const reviewEvents = defineEvents(['review'], {
  ReviewWritten: {
    version: 1,
    data: z.object({
      ...its,
      side: BookingSide,
      authorId: z.string(),
      rating: stars,
      comment: z.string(),
      revealBy: instant,
      writtenAt: instant,
    }),
    personal: [{ of: 'authorId', erased: { comment: '' } }],
  },
  ReviewsRevealed: {
    version: 1,
    data: z.object({
      ...its,
      courtRating: stars.nullable(),
      playerRating: stars.nullable(),
      revealedAt: instant,
    }),
  },
  /** `revealedRating` is null if the review was still hidden. */
  ReviewRemoved: {
    version: 1,
    data: z.object({
      ...its,
      side: BookingSide,
      revealedRating: stars.nullable(),
      reason: z.string(),
      removedBy: z.string(),
      removedAt: instant,
    }),
  },
  ReviewReported: {
    version: 1,
    data: z.object({
      ...its,
      side: BookingSide,
      reportedBy: z.string(),
      reason: ReportReason,
      words: z.string(),
      reportedAt: instant,
    }),
    personal: [{ of: 'reportedBy', erased: { words: '' } }],
  },
  /** An admin keeps the review, which closes all open reports. */
  ReviewReportsDismissed: {
    version: 1,
    data: z.object({
      ...its,
      side: BookingSide,
      because: z.string(),
      dismissedBy: z.string(),
      dismissedAt: instant,
    }),
    personal: [{ of: 'dismissedBy', erased: { because: '' } }],
  },
});

export type ReviewEvent = EventOf<typeof reviewEvents>;
