import { defineProjection } from '../../platform/projections/projection.js';
import { type RankingReview, rankingReview } from './ranking-review.js';
import type { RankingReviewEvent } from './rankings.events.js';

export type RankingReviewDocument = RankingReview & Readonly<{ playerId: string }>;

/** What admins decided about players in rankings, by player id. */
export const rankingReviews = defineProjection<RankingReviewDocument, RankingReviewEvent>({
  name: 'rankingReviews',
  version: 3,
  indexes: [{ isHidden: 1 }],
  handles: ['PlayerHiddenFromRankings', 'PlayerShownInRankings', 'RatingFlagDismissed'],
  key: ({ data }) => data.playerId,
  evolve(reviewDocument, reviewEvent) {
    const { isHidden, dismissed } = rankingReview.evolve(
      reviewDocument ?? rankingReview.initial,
      reviewEvent,
    );
    return { playerId: reviewEvent.data.playerId, isHidden, dismissed };
  },
  audience: () => [],
  people: ({ playerId }) => [playerId],
});
