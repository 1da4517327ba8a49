import { RatingFold } from './fold.js';
import type { Formula } from './formula.js';
import type { TourMatch } from './tour-file.js';

/** Forecasts between two shares: how many, what they said on average, and how often it came true. */
export type Bin = Readonly<{ forecasts: number; said: number; came: number }>;

/**
 * How good forecasts were, over so many matches. Log loss and Brier score are of the actual winner: 0 is perfect, and 0.6931 and
 * 0.25 are what a coin gets. Every match is two forecasts of the bins, one of each side.
 */
export type ForecastErrors = Readonly<{
  formula: string;
  matches: number;
  accuracy: number;
  logLoss: number;
  brier: number;
  bins: readonly Bin[];
}>;

/** UTC instants in milliseconds. Ratings learn from matches before `learnUntil`, and those from `from` on and before `to` are scored. */
export type Window = Readonly<{ learnUntil: number; from: number; to: number }>;

const BINS = 10;
/** A formula that is wholly sure and wrong does not cost everything. */
const LEAST = 1e-12;

const tally = (formula: string) => {
  let [matches, right, loss, squares] = [0, 0, 0, 0];
  const bins = Array.from({ length: BINS }, () => ({ forecasts: 0, said: 0, came: 0 }));
  const put = (forecast: number, came: number) => {
    const bin = bins[Math.min(BINS - 1, Math.floor(forecast * BINS))]!;
    bin.forecasts++;
    bin.said += forecast;
    bin.came += came;
  };
  return {
    add(forecast: number, winner: 0 | 1) {
      const ofWinner = winner === 0 ? forecast : 1 - forecast;
      matches++;
      right += ofWinner > 0.5 ? 1 : ofWinner === 0.5 ? 0.5 : 0;
      loss -= Math.log(Math.max(LEAST, ofWinner));
      squares += (1 - ofWinner) ** 2;
      put(forecast, 1 - winner);
      put(1 - forecast, winner);
    },
    errors: (): ForecastErrors => ({
      formula,
      matches,
      accuracy: right / matches,
      logLoss: loss / matches,
      brier: squares / matches,
      bins: bins.map(({ forecasts, said, came }) => ({
        forecasts,
        said: said / forecasts,
        came: came / forecasts,
      })),
    }),
  };
};

/** All matches are learned from, and all are scored. */
export const EVERYTHING: Window = { learnUntil: Infinity, from: -Infinity, to: Infinity };

/**
 * Forecasts every finished match of the window before it is learned from. Matches come in their order, draws are not scored.
 * `fold` holds the ratings of what was learned so far.
 */
export const evaluation = (formula: Formula, { learnUntil, from, to }: Window) => {
  const fold = new RatingFold(formula);
  const score = tally(formula.id);
  return {
    fold,
    take({ match, finished }: TourMatch): void {
      const { winner, playedAt } = match;
      if (finished && winner !== null && playedAt >= from && playedAt < to)
        score.add(fold.forecast(match), winner);
      if (playedAt < learnUntil) fold.rate(match);
    },
    errors: score.errors,
  };
};
