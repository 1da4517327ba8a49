import type { Estimate } from './formula.js';
import { type GamesShareParameters, gamesShareDefaults, variance } from './games-share-glicko.js';
import type { PlayerRating } from './rating-table.js';

/** The scale of displayed figures. */
export const LEAST_FIGURE = 1;
export const MOST_FIGURE = 16.5;

/** A figure is provisional below this number of rated matches. */
export const RATED_FROM = 5;

/** Deviations to each side: the range contains the true figure 19 times in 20. */
const RANGE = 2;

/** The first guess from a player's self-assessment, with a newcomer's uncertainty. */
export const figureOfWord = {
  Beginner: 2.5,
  Intermediate: 3.5,
  Advanced: 4.5,
  'Collegiate/Pro': 5.5,
} as const;

/**
 * The displayed rating: a figure from 1.00 to 16.50 and its range, in hundredths. Rankings order
 * players that are not provisional by `lowerBound`, which is not clamped to the scale.
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

/** The displayed rating of a mean and its variance, in figures, after `matches` rated matches. */
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
 * A player's figure at an instant (UTC, milliseconds) over all surfaces, weighted by their matches
 * on each. The range widens while a player is idle.
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

/** The same on one surface. A surface without matches shows the skill with more uncertainty. */
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
