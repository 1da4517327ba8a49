import { BookingSide } from '@courtly/contracts/bookings';
import { ReportReason } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { BookingParties } from '../bookings/booking.events.js';

const utcInstant = z.string();
const starCount = z.number().int();

/** Version 1 could not be changed after it was written. */
const withoutEdits = (storedData: Record<string, unknown>) => ({
  ...storedData,
  editableUntil: storedData['writtenAt'],
});

/** Earlier versions did not name the people whose reports an admin decided on. */
const withoutReporters = (storedData: Record<string, unknown>) => ({
  ...storedData,
  reporterIds: [],
});

/**
 * The reviews of a booking by both sides. The stream is `review-<bookingId>`. Ratings are 1 to 5
 * stars; null if a review is missing or removed.
 */
export const reviewEvents = defineEvents(['review'], {
  /** It can be written before `revealBy`, and changed or withdrawn before `editableUntil` (UTC). */
  ReviewWritten: {
    version: 2,
    data: BookingParties.extend({
      side: BookingSide,
      authorId: z.string(),
      rating: starCount,
      comment: z.string(),
      revealBy: utcInstant,
      editableUntil: utcInstant,
      writtenAt: utcInstant,
    }),
    personal: [{ of: 'authorId', erased: { comment: '' }, isRemark: true, isContent: true }],
    upcasts: { 1: withoutEdits },
  },
  ReviewChanged: {
    version: 1,
    data: BookingParties.extend({
      side: BookingSide,
      authorId: z.string(),
      rating: starCount,
      comment: z.string(),
      changedAt: utcInstant,
    }),
    personal: [{ of: 'authorId', erased: { comment: '' }, isRemark: true, isContent: true }],
  },
  /** The author can write another review until `revealBy`. */
  ReviewWithdrawn: {
    version: 1,
    data: BookingParties.extend({
      side: BookingSide,
      authorId: z.string(),
      withdrawnAt: utcInstant,
    }),
  },
  ReviewsRevealed: {
    version: 1,
    data: BookingParties.extend({
      courtRating: starCount.nullable(),
      playerRating: starCount.nullable(),
      revealedAt: utcInstant,
    }),
  },
  /**
   * `revealedRating` is null if the review was still hidden. `reporterIds` are those whose reports
   * were open.
   */
  ReviewRemoved: {
    version: 3,
    data: BookingParties.extend({
      side: BookingSide,
      revealedRating: starCount.nullable(),
      reason: z.string(),
      removedBy: z.string(),
      removedAt: utcInstant,
      reporterIds: z.array(z.string()),
    }),
    personal: [{ of: 'removedBy', erased: { reason: '' }, isRemark: true }],
    upcasts: {
      // The reason of version 1 was not encrypted, so an erasure of the admin could not remove it.
      1: (storedData) => ({ ...storedData, reason: '' }),
      2: withoutReporters,
    },
  },
  ReviewReported: {
    version: 1,
    data: BookingParties.extend({
      side: BookingSide,
      reportedBy: z.string(),
      reason: ReportReason,
      words: z.string(),
      reportedAt: utcInstant,
    }),
    personal: [{ of: 'reportedBy', erased: { words: '' }, isRemark: true, isContent: true }],
  },
  /** An admin keeps the review, which closes all of its open reports. */
  ReviewReportsDismissed: {
    version: 2,
    data: BookingParties.extend({
      side: BookingSide,
      because: z.string(),
      dismissedBy: z.string(),
      dismissedAt: utcInstant,
      reporterIds: z.array(z.string()),
    }),
    personal: [{ of: 'dismissedBy', erased: { because: '' }, isRemark: true }],
    upcasts: { 1: withoutReporters },
  },
});

export type ReviewEvent = EventOf<typeof reviewEvents>;
