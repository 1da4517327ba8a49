import type { ShownFormula } from '../rankings/formulas.js';
import { EVERYTHING, type ForecastErrors, evaluation } from '../ratings/evaluate.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline, RatedMatch } from '../ratings/formula.js';
import { type Mover, moversOf, rankingOf } from './ranking.js';
import { hashOfLines, linesOf } from './ratings-hash.js';

/** What one formula makes of a history. */
export type Outcome = Readonly<{ formula: string; hash: string; numbers: number; errors: ForecastErrors }>;

/** What another formula would change: both outcomes, how many matches were rated, and who moves in each discipline. */
export type Comparison = Readonly<{
  matches: number;
  replayed: Outcome;
  compared: Outcome;
  movers: Readonly<Record<Discipline, Readonly<{ players: number; moved: number; farthest: readonly Mover[] }>>>;
}>;

/** So many matches are rated before others of this process have their turn. */
const AT_ONCE = 5_000;

const outcomeOf = (formula: ShownFormula, fold: RatingFold, errors: ForecastErrors): Outcome => {
  const lines = linesOf(fold);
  return { formula: formula.formula.id, hash: hashOfLines(lines), numbers: lines.length, errors };
};

/**
 * Rates a history by a formula and by the one that it is compared with, each match forecast before it is learned from. Matches come
 * in their order. Figures are those at the instant `at` (UTC, milliseconds).
 *
 * @param most so many movers are told of each discipline
 * @param tell hears of how many matches were rated, now and then
 */
export const replay = async (
  matches: Iterable<RatedMatch>,
  [formula, other]: readonly [ShownFormula, ShownFormula],
  at: () => number,
  most: number,
  tell: (matches: number) => void,
): Promise<Comparison> => {
  const ours = evaluation(formula.formula, EVERYTHING);
  const same = formula.formula.id === other.formula.id;
  const theirs = same ? ours : evaluation(other.formula, EVERYTHING);
  let rated = 0;
  for (const match of matches) {
    const one = { match, finished: true };
    ours.take(one);
    if (!same) theirs.take(one);
    if (++rated % AT_ONCE > 0) continue;
    tell(rated);
    await new Promise(setImmediate);
  }
  const moved = (discipline: Discipline) => {
    const after = rankingOf(ours.fold, formula, discipline, at());
    const movers = moversOf(rankingOf(theirs.fold, other, discipline, at()), after);
    return { players: after.size, moved: movers.length, farthest: movers.slice(0, most) };
  };
  return {
    matches: rated,
    replayed: outcomeOf(formula, ours.fold, ours.errors()),
    compared: outcomeOf(other, theirs.fold, theirs.errors()),
    movers: { singles: moved('singles'), doubles: moved('doubles') },
  };
};
