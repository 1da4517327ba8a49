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
 * What the two sides of a booking say of it afterwards. The stream is `review-<bookingId>`. `revealBy` is until when reviews are
 * written, and hidden (UTC). Stars are 1 to 5, and null where a side said nothing, or what it said was removed.
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
  /** `revealedRating` are the stars that everybody saw until then; null where the review was still hidden. */
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
  /** Somebody has something against a review that they can read. */
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
  /** An admin lets a review stand: what was reported until then waits no more. */
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
