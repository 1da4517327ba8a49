import type { ForecastErrors as RecordedErrors } from '@courtly/contracts/rating-replays';
import type { ForecastErrors } from '../ratings/evaluate.js';
import type { Discipline } from '../ratings/formula.js';
import { type RankedRating, moversOf } from './replayed-ranking.js';
import type { ReplayedBoth } from './replay.js';
import type { ReplayOutcome } from './rating-replay.js';

/** `rank` is null while the rating is provisional. */
export type ReplayedStanding = Readonly<{
  figure: number;
  range: readonly [least: number, most: number];
  matches: number;
  rank: number | null;
}>;

/**
 * A player's standing under both formulas of a replay. `place` is the player's place among the
 * movers by size of change, and `rankPlace` the one by rank; null for others.
 */
export type StandingRow = Readonly<{
  playerId: string;
  discipline: Discipline;
  compared: ReplayedStanding;
  replayed: ReplayedStanding;
  change: number;
  place: number | null;
  rankPlace: number | null;
}>;

const standingOf = ({
  rank,
  rating: { figure, range, matches },
}: RankedRating): ReplayedStanding => ({
  figure,
  range: [...range],
  matches,
  rank,
});

type DisciplineRankings = ReplayedBoth['rankings'][Discipline];

/** Up to `rowLimit` movers and top-ranked players each, and the number of all movers. */
export const standingsOf = (
  matchDiscipline: Discipline,
  { before, after }: DisciplineRankings,
  rowLimit: number,
): Readonly<{ moved: number; rows: readonly StandingRow[] }> => {
  const rankingMovers = moversOf(before, after);
  const placeByPlayer = new Map(
    rankingMovers.slice(0, rowLimit).map(({ playerId }, index) => [playerId, index + 1]),
  );
  const standingRows: StandingRow[] = [];
  for (const [playerId, rankedAfter] of after) {
    const place = placeByPlayer.get(playerId) ?? null;
    if (place === null && !(rankedAfter.place !== null && rankedAfter.place <= rowLimit)) continue;
    // Both formulas rate the same matches, so both rankings have the same players.
    const rankedBefore = before.get(playerId)!;
    const figureChange =
      Math.round((rankedAfter.rating.figure - rankedBefore.rating.figure) * 100) / 100;
    const standingFields = {
      compared: standingOf(rankedBefore),
      replayed: standingOf(rankedAfter),
      change: figureChange,
      place,
      rankPlace: rankedAfter.place,
    };
    standingRows.push({ playerId, discipline: matchDiscipline, ...standingFields });
  }
  return { moved: rankingMovers.length, rows: standingRows };
};

/** NaN, which is a share of zero matches, becomes null. */
const nullIfNaN = (shareOrNaN: number): number | null =>
  Number.isNaN(shareOrNaN) ? null : shareOrNaN;

const recordedErrors = ({
  formula,
  matches,
  accuracy,
  logLoss,
  brier,
  bins,
}: ForecastErrors): RecordedErrors => ({
  formula,
  matches,
  accuracy: nullIfNaN(accuracy),
  logLoss: nullIfNaN(logLoss),
  brier: nullIfNaN(brier),
  bins: bins.map(({ forecasts, said, came }) => ({
    forecasts,
    said: nullIfNaN(said),
    came: nullIfNaN(came),
  })),
});

/** The outcome of a replay as it is recorded in the log. */
export const outcomeOf = (
  { matches, replayed, compared, difference, rankings }: ReplayedBoth,
  movedByDiscipline: Readonly<Record<Discipline, number>>,
  inputPosition: string | null,
): ReplayOutcome => {
  const recordedOutcome = ({ formula, hash, errors }: ReplayedBoth['replayed']) => ({
    formulaId: formula,
    hash,
    errors: recordedErrors(errors),
  });
  const movedCountIn = (matchDiscipline: Discipline) => ({
    players: rankings[matchDiscipline].after.size,
    moved: movedByDiscipline[matchDiscipline],
  });
  return {
    inputPosition,
    matches,
    replayed: recordedOutcome(replayed),
    compared: recordedOutcome(compared),
    difference,
    moved: { singles: movedCountIn('singles'), doubles: movedCountIn('doubles') },
  };
};
