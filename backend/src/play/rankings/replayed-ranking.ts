import type { ShownFormula } from './formulas.js';
import { rankingOf as rankingByEvidence } from './rank-evidence.js';
import { ranksOf } from './ranks.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline } from '../ratings/formula.js';
import type { ShownRating } from '../ratings/rating-view.js';

/** A player's figure, rank, and place; the latter are null while the player has no rank. */
export type RankedRating = Readonly<{
  playerId: string;
  rank: number | null;
  place: number | null;
  rating: ShownRating;
}>;

/** All players with a rated match, as of an instant (UTC, milliseconds). */
export const rankingOf = (
  ratingFold: RatingFold,
  ratingFormula: ShownFormula,
  matchDiscipline: Discipline,
  timestamp: number,
): ReadonlyMap<string, RankedRating> => {
  const displayedPlayers = [...ratingFold.allRatings(matchDiscipline)]
    .filter(([, { skill }]) => skill.matches > 0)
    .map(([playerId, playerRating]) => ({
      playerId,
      shown: ratingFormula.shown(playerRating, timestamp),
    }));
  const { inClub } = ranksOf(
    displayedPlayers.map(({ playerId, shown: shownRating }) => ({
      playerId,
      city: null,
      ...rankingByEvidence(
        shownRating,
        ratingFold.rankEvidence(matchDiscipline, playerId, timestamp),
      ),
    })),
  );
  return new Map(
    displayedPlayers.map(({ playerId, shown: shownRating }) => [
      playerId,
      { playerId, ...(inClub.get(playerId) ?? { rank: null, place: null }), rating: shownRating },
    ]),
  );
};

/** A player whose figure or rank differs between the two formulas. */
export type RankingMover = Readonly<{
  playerId: string;
  before: RankedRating;
  after: RankedRating;
  change: number;
}>;

/** The movers between two rankings of the same matches, by size of change and then by id. */
export const moversOf = (
  rankingBefore: ReadonlyMap<string, RankedRating>,
  rankingAfter: ReadonlyMap<string, RankedRating>,
): readonly RankingMover[] => {
  const rankingMovers: RankingMover[] = [];
  for (const [playerId, rankedAfter] of rankingAfter) {
    const rankedBefore = rankingBefore.get(playerId);
    if (!rankedBefore) continue;
    const figureChange =
      Math.round((rankedAfter.rating.figure - rankedBefore.rating.figure) * 100) / 100;
    if (figureChange !== 0 || rankedAfter.rank !== rankedBefore.rank)
      rankingMovers.push({
        playerId,
        before: rankedBefore,
        after: rankedAfter,
        change: figureChange,
      });
  }
  return rankingMovers.sort(
    (firstMover, secondMover) =>
      Math.abs(secondMover.change) - Math.abs(firstMover.change) ||
      (firstMover.playerId < secondMover.playerId ? -1 : 1),
  );
};
