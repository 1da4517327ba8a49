import { RatingFold } from './fold.js';
import type { Formula } from './formula.js';
import type { TourMatch } from './tour-file.js';

/** A calibration bin: the number of forecasts, their mean, and the share that came true. */
export type Bin = Readonly<{ forecasts: number; said: number; came: number }>;

/**
 * Forecast quality. Log loss and Brier score are of the actual winner: 0 is perfect, 0.6931 and
 * 0.25 are a coin toss. Each match adds two forecasts to the bins, one per side.
 */
export type ForecastErrors = Readonly<{
  formula: string;
  matches: number;
  accuracy: number;
  logLoss: number;
  brier: number;
  bins: readonly Bin[];
}>;

/**
 * UTC instants in milliseconds. Matches before `learnUntil` train the ratings; those in [`from`,
 * `to`) are scored.
 */
export type Window = Readonly<{ learnUntil: number; from: number; to: number }>;

const BINS = 10;
/** Bounds the loss of a formula that is certain and wrong. */
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

/** Trains on all matches and scores all of them. */
export const EVERYTHING: Window = { learnUntil: Infinity, from: -Infinity, to: Infinity };

/**
 * Forecasts each finished match of the window before training on it. Matches arrive in order; draws
 * are not scored.
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
