import { rounded } from '../ratings/formula.js';
import type { RankEvidence } from '../ratings/rating-table.js';
import type { ShownRating } from '../ratings/rating-view.js';

/** Whether a rating has a rank, and the bound that determines it. */
export const rankingOf = (
  { lowerBound, provisional }: ShownRating,
  rankEvidence: RankEvidence | null,
): Readonly<{ rankBound: number; isRanked: boolean }> => ({
  rankBound: rounded(lowerBound - (rankEvidence?.unsupportedGain ?? 0)),
  isRanked: !provisional && (rankEvidence?.missingOpponents ?? 0) === 0,
});
