import { RatingFold } from './fold.js';
import type { Formula } from './formula.js';
import type { TourMatch } from './tour-file.js';

/** A calibration bin: the number of forecasts, their mean, and the share that came true. */
export type CalibrationBin = Readonly<{ forecasts: number; said: number; came: number }>;

/**
 * Forecast quality. Log loss and Brier score rate the forecast of the actual winner: 0 is perfect,
 * and a coin toss scores 0.6931 and 0.25. Each match adds two forecasts to the bins, one per side.
 */
export type ForecastErrors = Readonly<{
  formula: string;
  matches: number;
  accuracy: number;
  logLoss: number;
  brier: number;
  bins: readonly CalibrationBin[];
}>;

/**
 * UTC instants in milliseconds. Matches before `learnUntil` train the ratings, and those in
 * [`from`, `to`) are scored.
 */
export type ScoringWindow = Readonly<{ learnUntil: number; from: number; to: number }>;

const BIN_COUNT = 10;
/** Limits the loss of a formula that is certain but wrong. */
const LEAST_FORECAST = 1e-12;

const scoreTally = (formulaId: string) => {
  let [matchCount, correctForecasts, totalLogLoss, squaredErrors] = [0, 0, 0, 0];
  const calibrationBins = Array.from({ length: BIN_COUNT }, () => ({
    forecasts: 0,
    said: 0,
    came: 0,
  }));
  const addToBin = (forecastShare: number, observedShare: number) => {
    const calibrationBin =
      calibrationBins[Math.min(BIN_COUNT - 1, Math.floor(forecastShare * BIN_COUNT))]!;
    calibrationBin.forecasts++;
    calibrationBin.said += forecastShare;
    calibrationBin.came += observedShare;
  };
  return {
    /** Returns the log loss of the forecast. */
    addForecast(forecastShare: number, winningSide: 0 | 1): number {
      const winnerForecast = winningSide === 0 ? forecastShare : 1 - forecastShare;
      matchCount++;
      correctForecasts += winnerForecast > 0.5 ? 1 : winnerForecast === 0.5 ? 0.5 : 0;
      const logLoss = -Math.log(Math.max(LEAST_FORECAST, winnerForecast));
      totalLogLoss += logLoss;
      squaredErrors += (1 - winnerForecast) ** 2;
      addToBin(forecastShare, 1 - winningSide);
      addToBin(1 - forecastShare, winningSide);
      return logLoss;
    },
    errors: (): ForecastErrors => ({
      formula: formulaId,
      matches: matchCount,
      accuracy: correctForecasts / matchCount,
      logLoss: totalLogLoss / matchCount,
      brier: squaredErrors / matchCount,
      bins: calibrationBins.map(({ forecasts, said, came }) => ({
        forecasts,
        said: said / forecasts,
        came: came / forecasts,
      })),
    }),
  };
};

export const EVERYTHING: ScoringWindow = { learnUntil: Infinity, from: -Infinity, to: Infinity };

/**
 * Forecasts each finished match of the window before training on it. Matches must arrive in order;
 * draws are not scored.
 */
export const evaluation = (ratingFormula: Formula, { learnUntil, from, to }: ScoringWindow) => {
  const ratingFold = new RatingFold(ratingFormula);
  const forecastScore = scoreTally(ratingFormula.id);
  return {
    fold: ratingFold,
    /** Returns the log loss of the forecast; null if the match is not scored. */
    scoreAndRate({ match, finished }: TourMatch): number | null {
      const { winner, playedAt } = match;
      const logLoss =
        finished && winner !== null && playedAt >= from && playedAt < to
          ? forecastScore.addForecast(ratingFold.forecast(match), winner)
          : null;
      if (playedAt < learnUntil) ratingFold.rateMatch(match);
      return logLoss;
    },
    errors: forecastScore.errors,
  };
};
