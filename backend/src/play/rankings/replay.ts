import type { ShownFormula } from './formulas.js';
import { EVERYTHING, type ForecastErrors, evaluation } from '../ratings/evaluate.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline, RatedMatch } from '../ratings/formula.js';
import { type Mover, moversOf, rankingOf } from './replayed-ranking.js';
import { hashOfLines, linesOf } from './ratings.hash.js';

/** The result of one formula. */
export type Outcome = Readonly<{
  formula: string;
  hash: string;
  numbers: number;
  errors: ForecastErrors;
}>;

/** The comparison of two formulas, with the players whose figure or rank changes. */
export type Comparison = Readonly<{
  matches: number;
  replayed: Outcome;
  compared: Outcome;
  movers: Readonly<
    Record<Discipline, Readonly<{ players: number; moved: number; farthest: readonly Mover[] }>>
  >;
}>;

/** Matches rated before yielding to other work of the process. */
const AT_ONCE = 5_000;

const outcomeOf = (formula: ShownFormula, fold: RatingFold, errors: ForecastErrors): Outcome => {
  const lines = linesOf(fold);
  return { formula: formula.formula.id, hash: hashOfLines(lines), numbers: lines.length, errors };
};

/** Both outcomes, and the ranking by each formula. */
export type Replayed = Pick<Comparison, 'matches' | 'replayed' | 'compared'> &
  Readonly<{
    rankings: Readonly<Record<Discipline, Readonly<{ before: Ranking; after: Ranking }>>>;
  }>;

type Ranking = ReturnType<typeof rankingOf>;

/**
 * Rates a history by two formulas, forecasting each match before rating it. Matches arrive in
 * rating order. Figures are as of the instant `at` (UTC, milliseconds).
 * @param tell receives the number of rated matches now and then; an error it throws ends the replay
 */
export const replayBoth = async (
  matches: Iterable<RatedMatch>,
  [formula, other]: readonly [ShownFormula, ShownFormula],
  at: () => number,
  tell: (matches: number) => void | Promise<void>,
): Promise<Replayed> => {
  const ours = evaluation(formula.formula, EVERYTHING);
  const same = formula.formula.id === other.formula.id;
  const theirs = same ? ours : evaluation(other.formula, EVERYTHING);
  let rated = 0;
  for (const match of matches) {
    const one = { match, finished: true };
    ours.take(one);
    if (!same) theirs.take(one);
    if (++rated % AT_ONCE > 0) continue;
    await tell(rated);
    await new Promise(setImmediate);
  }
  const rankings = (discipline: Discipline) => ({
    before: rankingOf(theirs.fold, other, discipline, at()),
    after: rankingOf(ours.fold, formula, discipline, at()),
  });
  return {
    matches: rated,
    replayed: outcomeOf(formula, ours.fold, ours.errors()),
    compared: outcomeOf(other, theirs.fold, theirs.errors()),
    rankings: { singles: rankings('singles'), doubles: rankings('doubles') },
  };
};

/** The same with up to `most` movers per discipline. */
export const replay = async (
  matches: Iterable<RatedMatch>,
  formulas: readonly [ShownFormula, ShownFormula],
  at: () => number,
  most: number,
  tell: (matches: number) => void,
): Promise<Comparison> => {
  const { rankings, ...outcomes } = await replayBoth(matches, formulas, at, tell);
  const moved = (discipline: Discipline) => {
    const { before, after } = rankings[discipline];
    const movers = moversOf(before, after);
    return { players: after.size, moved: movers.length, farthest: movers.slice(0, most) };
  };
  return { ...outcomes, movers: { singles: moved('singles'), doubles: moved('doubles') } };
};
