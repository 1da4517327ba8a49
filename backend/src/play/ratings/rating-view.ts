import { RATED_FROM } from '@courtly/contracts/ranking-limits';
import type { Estimate } from './formula.js';
import {
  type GamesShareParameters,
  expectedAdvantage,
  gamesShareDefaults,
  varianceAt,
} from './games-share-glicko.js';
import type { PlayerRating } from './rating-table.js';

export const LEAST_FIGURE = 1;
export const MOST_FIGURE = 16.5;

/** Deviations on each side: the range contains the true figure 19 times out of 20. */
export const RANGE_DEVIATIONS = 2;

/** The first guess from a player's self-assessment. Its uncertainty is that of a new player. */
export const figureBySkillLevel = {
  Beginner: 2.5,
  Intermediate: 3.5,
  Advanced: 4.5,
  'Collegiate/Pro': 5.5,
} as const;

/**
 * The displayed rating: a figure from 1.00 to 16.50 and its range, in hundredths. Rankings order
 * non-provisional players by `lowerBound`, which is not clamped to the scale.
 */
export type ShownRating = Readonly<{
  figure: number;
  range: readonly [least: number, most: number];
  lowerBound: number;
  matches: number;
  provisional: boolean;
}>;

const toDisplayScale = (exactFigure: number): number =>
  Math.round(Math.min(MOST_FIGURE, Math.max(LEAST_FIGURE, exactFigure)) * 100) / 100;

/**
 * The displayed rating of a mean and its variance, in figures.
 * @throws RangeError if it is not finite, so that no such figure is ever published
 */
export const displayRating = (
  meanFigure: number,
  figureVariance: number,
  matchCount: number,
): ShownRating => {
  const rangeReach = RANGE_DEVIATIONS * Math.sqrt(figureVariance);
  if (!Number.isFinite(meanFigure - rangeReach))
    throw new RangeError(`the formula gives a figure of ${meanFigure} ± ${rangeReach}`);
  return {
    figure: toDisplayScale(meanFigure),
    range: [toDisplayScale(meanFigure - rangeReach), toDisplayScale(meanFigure + rangeReach)],
    lowerBound: Math.round((meanFigure - rangeReach) * 1e6) / 1e6,
    matches: matchCount,
    provisional: matchCount < RATED_FROM,
  };
};

type ExpectedSide = Pick<ShownRating, 'figure' | 'lowerBound'>;

const displayedVariance = ({ figure, lowerBound }: ExpectedSide): number =>
  ((figure - lowerBound) / RANGE_DEVIATIONS) ** 2;

/**
 * The share of games, from 0 to 1, that the first of two players is expected to win. All formulas
 * display ratings on the same scale.
 */
export const expectedShare = (own: ExpectedSide, opponent: ExpectedSide): number =>
  0.5 +
  expectedAdvantage(
    gamesShareDefaults.gameSlope,
    own.figure - opponent.figure,
    displayedVariance(own) + displayedVariance(opponent),
  );

const surfaceVariance = (
  surfaceEstimate: Estimate,
  parameters: GamesShareParameters,
  timestamp: number,
): number =>
  varianceAt(surfaceEstimate, parameters.surfaceDeviation, parameters.surfaceDrift, timestamp);

/**
 * A player's figure at an instant (UTC, milliseconds) over all surfaces, weighted by the number of
 * matches on each. The range widens while a player is idle.
 */
export const displayedRating = (
  { skill, surfaces }: PlayerRating,
  timestamp: number,
  parameters: GamesShareParameters = gamesShareDefaults,
): ShownRating => {
  let meanFigure = skill.mean;
  let figureVariance = varianceAt(
    skill,
    parameters.startDeviation,
    parameters.skillDrift,
    timestamp,
  );
  const surfaceEstimates = [...surfaces.values()];
  const surfaceMatches = surfaceEstimates.reduce((sum, { matches }) => sum + matches, 0);
  for (const surfaceEstimate of surfaceEstimates) {
    const surfaceShare = surfaceEstimate.matches / surfaceMatches;
    meanFigure += surfaceShare * surfaceEstimate.mean;
    figureVariance +=
      surfaceShare * surfaceShare * surfaceVariance(surfaceEstimate, parameters, timestamp);
  }
  return displayRating(meanFigure, figureVariance, skill.matches);
};

/**
 * The displayed rating for one surface. Without matches on it, this is the skill with more
 * uncertainty.
 */
export const displayedOnSurface = (
  { skill, surfaces }: PlayerRating,
  surfaceName: string,
  timestamp: number,
  parameters: GamesShareParameters = gamesShareDefaults,
): ShownRating => {
  const surfaceEstimate = surfaces.get(surfaceName);
  const figureVariance = surfaceEstimate
    ? surfaceVariance(surfaceEstimate, parameters, timestamp)
    : parameters.surfaceDeviation ** 2;
  const skillVariance = varianceAt(
    skill,
    parameters.startDeviation,
    parameters.skillDrift,
    timestamp,
  );
  return displayRating(
    skill.mean + (surfaceEstimate?.mean ?? 0),
    skillVariance + figureVariance,
    surfaceEstimate?.matches ?? 0,
  );
};
