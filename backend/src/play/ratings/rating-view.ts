import type { Estimate } from './formula.js';
import { type GamesShareParameters, gamesShareDefaults, variance } from './games-share-glicko.js';
import type { PlayerRating } from './rating-table.js';

/** The scale of the figure that is shown. */
export const LEAST_FIGURE = 1;
export const MOST_FIGURE = 16.5;

/** A figure is provisional below so many rated matches. */
export const RATED_FROM = 5;

/** A range of so many deviations to each side holds the true figure 19 times of 20. */
const RANGE = 2;

/** The first guess that a player's own word for their play brings; it weighs no more than any newcomer's. */
export const figureOfWord = {
  Beginner: 2.5,
  Intermediate: 3.5,
  Advanced: 4.5,
  'Collegiate/Pro': 5.5,
} as const;

/**
 * What is shown of a rating: a figure from 1.00 to 16.50 and the range around it, in hundredths. Players are ranked by
 * `lowerBound`, which is not cut to the scale, and only where the figure is not provisional.
 */
export type ShownRating = Readonly<{
  figure: number;
  range: readonly [least: number, most: number];
  lowerBound: number;
  matches: number;
  provisional: boolean;
}>;

const shown = (value: number): number =>
  Math.round(Math.min(MOST_FIGURE, Math.max(LEAST_FIGURE, value)) * 100) / 100;

/** What is shown of a strength: its mean in figures, the variance of that, and so many rated matches. */
export const shownOf = (mean: number, spread: number, matches: number): ShownRating => {
  const reach = RANGE * Math.sqrt(spread);
  return {
    figure: shown(mean),
    range: [shown(mean - reach), shown(mean + reach)],
    lowerBound: Math.round((mean - reach) * 1e6) / 1e6,
    matches,
    provisional: matches < RATED_FROM,
  };
};

const surfaceVariance = (estimate: Estimate, p: GamesShareParameters, at: number): number =>
  variance(estimate, p.surfaceDeviation, p.surfaceDrift, at);

/**
 * A player's figure at an instant (UTC, milliseconds), over all surfaces as they played on them: who plays on clay alone is rated for
 * clay. The range grows while a player is idle.
 */
export const shownRating = (
  { skill, surfaces }: PlayerRating,
  at: number,
  p: GamesShareParameters = gamesShareDefaults,
): ShownRating => {
  let mean = skill.mean;
  let spread = variance(skill, p.startDeviation, p.skillDrift, at);
  const onSurfaces = [...surfaces.values()];
  const played = onSurfaces.reduce((sum, { matches }) => sum + matches, 0);
  for (const estimate of onSurfaces) {
    const share = estimate.matches / played;
    mean += share * estimate.mean;
    spread += share * share * surfaceVariance(estimate, p, at);
  }
  return shownOf(mean, spread, skill.matches);
};

/** The same on one surface, by the matches on it. A surface that a player never played on shows the skill, less surely. */
export const shownOnSurface = (
  { skill, surfaces }: PlayerRating,
  surface: string,
  at: number,
  p: GamesShareParameters = gamesShareDefaults,
): ShownRating => {
  const estimate = surfaces.get(surface);
  const spread = estimate ? surfaceVariance(estimate, p, at) : p.surfaceDeviation ** 2;
  const skillSpread = variance(skill, p.startDeviation, p.skillDrift, at);
  return shownOf(skill.mean + (estimate?.mean ?? 0), skillSpread + spread, estimate?.matches ?? 0);
};
