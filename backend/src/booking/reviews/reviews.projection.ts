import { defineProjection } from '../../platform/projections/projection.js';
import { type Reviews, review } from './review.js';
import type { ReviewEvent } from './review.events.js';

/**
 * `onCourt`: the player's review is public. `reportedAt` is the oldest open report (UTC), or empty.
 */
export type ReviewsDocument = Reviews &
  Readonly<{ onCourt: boolean; isRevealed: boolean; reportedAt: string }>;

const reportsOf = ({ player, host }: Reviews) =>
  [player, host].flatMap((one) => one?.reports ?? []);

/** By booking id. The indexes find the reviews of a court, those to reveal, and open reports. */
export const reviews = defineProjection<ReviewsDocument, ReviewEvent>({
  name: 'reviews',
  version: 2,
  indexes: [
    { courtId: 1, onCourt: 1, revealedAt: -1, _id: -1 },
    { isRevealed: 1, revealBy: 1 },
    { reportedAt: 1, _id: 1 },
  ],
  handles: [
    'ReviewWritten',
    'ReviewsRevealed',
    'ReviewRemoved',
    'ReviewReported',
    'ReviewReportsDismissed',
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const next = review.evolve(document, event);
    if (!next) return null;
    const isRevealed = next.revealedAt !== null;
    const [reportedAt = ''] = reportsOf(next)
      .map(({ at }) => at)
      .sort();
    return {
      ...next,
      isRevealed,
      onCourt: isRevealed && next.player?.removed === null,
      reportedAt,
    };
  },
  people(document) {
    const { playerId, hostId, player, host } = document;
    const authors = [player, host].flatMap((one) => one?.authorId ?? []);
    return [...new Set([playerId, hostId, ...authors, ...reportsOf(document).map(({ by }) => by)])];
  },
});

/** The number of reviews shown with a court. */
export const REVIEWS_WITH_COURT = 10;

export const latestFirst = { revealedAt: -1, _id: -1 } as const;
