import { defineProjection } from '../../platform/projections/projection.js';
import { type Reviews, review } from './review.js';
import type { ReviewEvent } from './review.events.js';

/**
 * The reviews of a booking. `onCourt` tells that the player's stands with the court for everybody to read; `reportedAt` since when
 * a report of either waits for an admin (UTC), empty where none does.
 */
export type ReviewsDocument = Reviews &
  Readonly<{ onCourt: boolean; isRevealed: boolean; reportedAt: string }>;

const reportsOf = ({ player, host }: Reviews) =>
  [player, host].flatMap((one) => one?.reports ?? []);

/** The reviews of each booking, by its id: the first index gives those of a court in their order, the second what time reveals, the third
 * what was reported. */
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

/** So many reviews stand with a court; all of them come in pages. */
export const REVIEWS_WITH_COURT = 10;

/** The order in which everybody reads them. */
export const latestFirst = { revealedAt: -1, _id: -1 } as const;
