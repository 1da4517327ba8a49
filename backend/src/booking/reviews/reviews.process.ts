import { defineProcess } from '../../platform/processes/process.js';
import type { ReviewEvent } from './review.events.js';
import { RevealReviewsCommand } from './reviews.commands.js';
import { type ReviewsDocument, reviews } from './reviews.projection.js';

const revealJob = (bookingId: string, dueAt: string) => ({
  id: `reviews.${bookingId}.${Date.parse(dueAt)}`,
  due: dueAt,
  data: { bookingId },
});

/**
 * Reveals reviews when both are final or the period to write them has ended, so that neither side
 * can react to the other's review. A single review stays hidden after its edit period.
 */
export const reviewDeadlines = defineProcess<
  ReviewEvent,
  Readonly<{ bookingId: string }>,
  Pick<ReviewsDocument, 'bookingId' | 'revealAt'>
>({
  name: 'reviewDeadlines',
  queue: 'deadlines',
  handles: ['ReviewWritten'],
  react: ({ type, data }) =>
    type === 'ReviewWritten'
      ? [data.editableUntil, data.revealBy].map((dueAt) => revealJob(data.bookingId, dueAt))
      : [],
  sweep: {
    readModel: reviews,
    filters: (dueUntil) => [{ isRevealed: false, revealAt: { $lte: dueUntil } }],
    fields: ['bookingId', 'revealAt'],
    jobs: ({ bookingId, revealAt }) => [revealJob(bookingId, revealAt)],
  },
  command: ({ bookingId }, commandContext) =>
    new RevealReviewsCommand({ bookingId }, commandContext),
});
