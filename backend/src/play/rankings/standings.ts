import type { ForecastErrors as Told } from '@courtly/contracts/rating-replays';
import type { ForecastErrors } from '../ratings/evaluate.js';
import type { Discipline } from '../ratings/formula.js';
import { type Ranked, moversOf } from './replayed-ranking.js';
import type { Replayed } from './replay.js';
import type { ReplayOutcome } from './rating-replay.js';

/** `rank` is null while provisional. */
export type Standing = Readonly<{
  figure: number;
  range: readonly [least: number, most: number];
  matches: number;
  rank: number | null;
}>;

/**
 * A player's standing by both formulas of a replay. `place` is their place among movers, by size of
 * change, null for others; `rank` is by the replayed formula.
 */
export type StandingRow = Readonly<{
  playerId: string;
  discipline: Discipline;
  compared: Standing;
  replayed: Standing;
  change: number;
  place: number | null;
  rank: number | null;
}>;

const standing = ({ rank, rating: { figure, range, matches } }: Ranked): Standing => ({
  figure,
  range: [...range],
  matches,
  rank,
});

type Rankings = Replayed['rankings'][Discipline];

/** The `most` movers and the `most` top-ranked players, and the number of all movers. */
export const standingsOf = (
  discipline: Discipline,
  { before, after }: Rankings,
  most: number,
): Readonly<{ moved: number; rows: readonly StandingRow[] }> => {
  const movers = moversOf(before, after);
  const places = new Map(movers.slice(0, most).map(({ playerId }, index) => [playerId, index + 1]));
  const rows: StandingRow[] = [];
  for (const [playerId, now] of after) {
    const place = places.get(playerId) ?? null;
    if (place === null && !(now.rank !== null && now.rank <= most)) continue;
    // Both formulas rate the same matches, so both rankings have the same players.
    const then = before.get(playerId)!;
    const change = Math.round((now.rating.figure - then.rating.figure) * 100) / 100;
    const its = {
      compared: standing(then),
      replayed: standing(now),
      change,
      place,
      rank: now.rank,
    };
    rows.push({ playerId, discipline, ...its });
  }
  return { moved: movers.length, rows };
};

/** NaN, a share of zero matches, becomes null. */
const share = (value: number): number | null => (Number.isNaN(value) ? null : value);

const errorsOf = ({ formula, matches, accuracy, logLoss, brier, bins }: ForecastErrors): Told => ({
  formula,
  matches,
  accuracy: share(accuracy),
  logLoss: share(logLoss),
  brier: share(brier),
  bins: bins.map(({ forecasts, said, came }) => ({
    forecasts,
    said: share(said),
    came: share(came),
  })),
});

/** The outcome of a replay as the log records it. */
export const outcomeOf = (
  { matches, replayed, compared, rankings }: Replayed,
  moved: Readonly<Record<Discipline, number>>,
  inputPosition: string | null,
): ReplayOutcome => {
  const of = ({ formula, hash, errors }: Replayed['replayed']) => ({
    formulaId: formula,
    hash,
    errors: errorsOf(errors),
  });
  const movedIn = (discipline: Discipline) => ({
    players: rankings[discipline].after.size,
    moved: moved[discipline],
  });
  return {
    inputPosition,
    matches,
    replayed: of(replayed),
    compared: of(compared),
    moved: { singles: movedIn('singles'), doubles: movedIn('doubles') },
  };
};
