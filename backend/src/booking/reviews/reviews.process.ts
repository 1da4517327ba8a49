import { defineProcess } from '../../platform/processes/process.js';
import type { ReviewEvent } from './review.events.js';
import { RevealReviewsCommand } from './reviews.commands.js';
import { type ReviewsDocument, reviews } from './reviews.projection.js';

const revealJob = (bookingId: string, dueAt: string) => ({
  id: `reviews.${bookingId}`,
  due: dueAt,
  data: { bookingId },
});

/**
 * Reveals reviews when the time to write them is over, so that neither side can react to the
 * other's review.
 */
export const reviewDeadlines = defineProcess<
  ReviewEvent,
  Readonly<{ bookingId: string }>,
  Pick<ReviewsDocument, 'bookingId' | 'revealBy'>
>({
  name: 'reviewDeadlines',
  queue: 'deadlines',
  handles: ['ReviewWritten'],
  react: ({ type, data }) =>
    type === 'ReviewWritten' ? [revealJob(data.bookingId, data.revealBy)] : [],
  sweep: {
    readModel: reviews,
    filters: (dueUntil) => [{ isRevealed: false, revealBy: { $lte: dueUntil } }],
    fields: ['bookingId', 'revealBy'],
    jobs: ({ bookingId, revealBy }) => [revealJob(bookingId, revealBy)],
  },
  command: ({ bookingId }, commandContext) =>
    new RevealReviewsCommand({ bookingId }, commandContext),
});
