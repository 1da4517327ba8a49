import type { ShownFormula } from './formulas.js';
import { EVERYTHING, type ForecastErrors, evaluation } from '../ratings/evaluate.js';
import type { RatingFold } from '../ratings/fold.js';
import type { Discipline, RatedMatch } from '../ratings/formula.js';
import { type LossDifference, lossDifferenceTally } from './forecast-evidence.js';
import { type RankingMover, moversOf, rankingOf } from './replayed-ranking.js';
import { hashOfLines, estimateLinesOf } from './ratings.hash.js';

export type FormulaOutcome = Readonly<{
  formula: string;
  hash: string;
  numbers: number;
  errors: ForecastErrors;
}>;

/** The comparison of two formulas, with the players whose figure or rank differs. */
export type Comparison = Readonly<{
  matches: number;
  replayed: FormulaOutcome;
  compared: FormulaOutcome;
  /** Null if both formulas are the same. */
  difference: LossDifference | null;
  movers: Readonly<
    Record<
      Discipline,
      Readonly<{ players: number; moved: number; farthest: readonly RankingMover[] }>
    >
  >;
}>;

/** How many matches are rated before the process yields to other work. */
const MATCHES_PER_TURN = 5_000;

const formulaOutcomeOf = (
  ratingFormula: ShownFormula,
  ratingFold: RatingFold,
  forecastErrors: ForecastErrors,
): FormulaOutcome => {
  const estimateLines = estimateLinesOf(ratingFold);
  return {
    formula: ratingFormula.formula.id,
    hash: hashOfLines(estimateLines),
    numbers: estimateLines.length,
    errors: forecastErrors,
  };
};

/** The outcome of both formulas, and the ranking under each. */
export type ReplayedBoth = Pick<Comparison, 'matches' | 'replayed' | 'compared' | 'difference'> &
  Readonly<{
    rankings: Readonly<
      Record<Discipline, Readonly<{ before: ReplayedRanking; after: ReplayedRanking }>>
    >;
  }>;

type ReplayedRanking = ReturnType<typeof rankingOf>;

/**
 * Rates a history with two formulas, forecasting each match before rating it. Matches arrive in
 * rating order. Figures are as of `asOfTimestamp()` (UTC, milliseconds).
 * @param reportProgress receives the number of rated matches from time to time; if it throws, the
 *   replay ends
 */
export const replayBoth = async (
  ratedMatches: Iterable<RatedMatch>,
  [ratingFormula, otherFormula]: readonly [ShownFormula, ShownFormula],
  asOfTimestamp: () => number,
  reportProgress: (matchCount: number) => void | Promise<void>,
): Promise<ReplayedBoth> => {
  const replayedEvaluation = evaluation(ratingFormula.formula, EVERYTHING);
  const isSameFormula = ratingFormula.formula.id === otherFormula.formula.id;
  const comparedEvaluation = isSameFormula
    ? replayedEvaluation
    : evaluation(otherFormula.formula, EVERYTHING);
  const lossTally = lossDifferenceTally();
  let ratedCount = 0;
  for (const match of ratedMatches) {
    const finishedMatch = { match, finished: true };
    const replayedLoss = replayedEvaluation.scoreAndRate(finishedMatch);
    const comparedLoss = isSameFormula ? null : comparedEvaluation.scoreAndRate(finishedMatch);
    if (replayedLoss !== null && comparedLoss !== null)
      lossTally.addLosses(match.sides, replayedLoss, comparedLoss);
    if (++ratedCount % MATCHES_PER_TURN > 0) continue;
    await reportProgress(ratedCount);
    await new Promise(setImmediate);
  }
  const rankingsIn = (matchDiscipline: Discipline) => ({
    before: rankingOf(comparedEvaluation.fold, otherFormula, matchDiscipline, asOfTimestamp()),
    after: rankingOf(replayedEvaluation.fold, ratingFormula, matchDiscipline, asOfTimestamp()),
  });
  return {
    matches: ratedCount,
    replayed: formulaOutcomeOf(ratingFormula, replayedEvaluation.fold, replayedEvaluation.errors()),
    compared: formulaOutcomeOf(otherFormula, comparedEvaluation.fold, comparedEvaluation.errors()),
    difference: isSameFormula ? null : lossTally.difference(),
    rankings: { singles: rankingsIn('singles'), doubles: rankingsIn('doubles') },
  };
};

/** The same comparison, with up to `moverLimit` movers per discipline. */
export const replay = async (
  ratedMatches: Iterable<RatedMatch>,
  formulas: readonly [ShownFormula, ShownFormula],
  asOfTimestamp: () => number,
  moverLimit: number,
  reportProgress: (matchCount: number) => void,
): Promise<Comparison> => {
  const { rankings, ...outcomes } = await replayBoth(
    ratedMatches,
    formulas,
    asOfTimestamp,
    reportProgress,
  );
  const moversIn = (matchDiscipline: Discipline) => {
    const { before, after } = rankings[matchDiscipline];
    const movers = moversOf(before, after);
    return { players: after.size, moved: movers.length, farthest: movers.slice(0, moverLimit) };
  };
  return { ...outcomes, movers: { singles: moversIn('singles'), doubles: moversIn('doubles') } };
};
