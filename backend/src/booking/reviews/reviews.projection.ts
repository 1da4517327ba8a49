import { defineProjection } from '../../platform/projections/projection.js';
import { type Reviews, revealAtOf, review } from './review.js';
import type { ReviewEvent } from './review.events.js';

export type ReviewsDocument = Reviews &
  Readonly<{
    /** Whether the player's review is public. */
    onCourt: boolean;
    isRevealed: boolean;
    /** When the reviews appear unless one is written or withdrawn before (UTC). */
    revealAt: string;
    /** The instant of the oldest open report (UTC); empty if there is none. */
    reportedAt: string;
  }>;

const openReportsOf = ({ player, host }: Reviews) =>
  [player, host].flatMap((sideReview) => sideReview?.reports ?? []);

/**
 * Reviews by booking id. The indexes find the reviews of a court, those to reveal, and open
 * reports.
 */
export const reviews = defineProjection<ReviewsDocument, ReviewEvent>({
  name: 'reviews',
  version: 5,
  indexes: [
    { courtId: 1, onCourt: 1, revealedAt: -1, _id: -1 },
    { isRevealed: 1, revealAt: 1 },
    { reportedAt: 1, _id: 1 },
  ],
  handles: [
    'ReviewWritten',
    'ReviewChanged',
    'ReviewWithdrawn',
    'ReviewsRevealed',
    'ReviewRemoved',
    'ReviewReported',
    'ReviewReportsDismissed',
  ],
  key: ({ data }) => data.bookingId,
  evolve(storedReviews, reviewEvent) {
    const nextReviews = review.evolve(storedReviews, reviewEvent);
    if (!nextReviews) return null;
    const isRevealed = nextReviews.revealedAt !== null;
    const [reportedAt = ''] = openReportsOf(nextReviews)
      .map(({ at }) => at)
      .sort();
    return {
      ...nextReviews,
      isRevealed,
      onCourt: isRevealed && nextReviews.player?.isRemoved === false,
      revealAt: revealAtOf(nextReviews),
      reportedAt,
    };
  },
  // Changes include reports, and no one may learn when one was sent.
  audience: () => [],
  people(storedReviews) {
    const { playerId, hostId, player, host } = storedReviews;
    const authorIds = [player, host].flatMap((sideReview) => sideReview?.authorId ?? []);
    return [
      ...new Set([
        playerId,
        hostId,
        ...authorIds,
        ...openReportsOf(storedReviews).map(({ by }) => by),
      ]),
    ];
  },
});

/** The number of reviews that are shown with a court. */
export const REVIEWS_WITH_COURT = 10;

export const latestFirst = { revealedAt: -1, _id: -1 } as const;
