import type { ShownFormula } from './formulas.js';
import { EVERYTHING, type ForecastErrors, evaluation } from '../ratings/evaluate.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline, RatedMatch } from '../ratings/formula.js';
import { type Mover, moversOf, rankingOf } from './replayed-ranking.js';
import { hashOfLines, linesOf } from './ratings.hash.js';

/** What one formula makes of a history. */
export type Outcome = Readonly<{
  formula: string;
  hash: string;
  numbers: number;
  errors: ForecastErrors;
}>;

/** What another formula would change: both outcomes, how many matches were rated, and who moves in each discipline. */
export type Comparison = Readonly<{
  matches: number;
  replayed: Outcome;
  compared: Outcome;
  movers: Readonly<
    Record<Discipline, Readonly<{ players: number; moved: number; farthest: readonly Mover[] }>>
  >;
}>;

/** So many matches are rated before others of this process have their turn. */
const AT_ONCE = 5_000;

const outcomeOf = (formula: ShownFormula, fold: RatingFold, errors: ForecastErrors): Outcome => {
  const lines = linesOf(fold);
  return { formula: formula.formula.id, hash: hashOfLines(lines), numbers: lines.length, errors };
};

/** Both outcomes, and everybody's figure and place by each formula. */
export type Replayed = Pick<Comparison, 'matches' | 'replayed' | 'compared'> &
  Readonly<{
    rankings: Readonly<Record<Discipline, Readonly<{ before: Ranking; after: Ranking }>>>;
  }>;

type Ranking = ReturnType<typeof rankingOf>;

/**
 * Rates a history by a formula and by the one that it is compared with, each match forecast before it is learned from. Matches come
 * in their order. Figures are those at the instant `at` (UTC, milliseconds).
 *
 * @param tell hears of how many matches were rated, now and then; what it throws ends the replay
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

/** The same with who moves: `most` movers are told of each discipline. */
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
