import { defineProcess } from '../../platform/processes/process.js';
import type { ReviewEvent } from './review.events.js';
import { RevealReviewsCommand } from './reviews.commands.js';
import { type ReviewsDocument, reviews } from './reviews.projection.js';

const job = (bookingId: string, due: string) => ({
  id: `reviews.${bookingId}`,
  due,
  data: { bookingId },
});

/**
 * Reveals reviews when the time to write them is over, so that neither side can react to the other.
 */
export const reviewDeadlines = defineProcess<
  ReviewEvent,
  Readonly<{ bookingId: string }>,
  Pick<ReviewsDocument, 'bookingId' | 'revealBy'>
>({
  name: 'reviewDeadlines',
  queue: 'deadlines',
  handles: ['ReviewWritten'],
  react: ({ type, data }) => (type === 'ReviewWritten' ? [job(data.bookingId, data.revealBy)] : []),
  sweep: {
    readModel: reviews,
    filters: (until) => [{ isRevealed: false, revealBy: { $lte: until } }],
    fields: ['bookingId', 'revealBy'],
    jobs: ({ bookingId, revealBy }) => [job(bookingId, revealBy)],
  },
  command: ({ bookingId }, context) => new RevealReviewsCommand({ bookingId }, context),
});
