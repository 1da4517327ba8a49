import { DomainError } from '../../platform/kernel/domain-error.js';
import { elo } from '../ratings/elo.js';
import type { Estimate, Formula } from '../ratings/formula.js';
import {
  type GamesShareParameters,
  gamesShareDefaults,
  gamesShareGlicko,
  variance,
} from '../ratings/games-share-glicko.js';
import { type Glicko2Parameters, glicko2, idleDeviation } from '../ratings/glicko2.js';
import type { PlayerRating } from '../ratings/rating-table.js';
import { type ShownRating, shownOf, shownOnSurface, shownRating } from '../ratings/rating-view.js';

/** Parameters of a formula by name, as set by `--set name=value` and recorded by an adoption. */
export type Parameters = Readonly<Record<string, number | boolean>>;

export type SkillFigure = Readonly<{ figure: number; uncertainty: number }>;

/**
 * A formula with the displayed form of its ratings at an instant (UTC, milliseconds), over all
 * surfaces and on one.
 */
export type ShownFormula = Readonly<{
  formula: Formula;
  /**
   * A skill in figures, not clamped to the scale, and half the width of its range, in hundredths.
   */
  skill(estimate: Estimate, at: number): SkillFigure;
  shown(rating: PlayerRating, at: number): ShownRating;
  shownOn(rating: PlayerRating, surface: string, at: number): ShownRating;
}>;

/**
 * Points of Elo and Glicko per point of the figure, for equal odds of winning a match: the default
 * formula's logit is `gameSlope * matchSlope` per point, theirs ln 10 / 400.
 */
const POINT = (gamesShareDefaults.gameSlope * gamesShareDefaults.matchSlope * 400) / Math.log(10);

const figureOf = (rating: number, start: number): number =>
  gamesShareDefaults.start + (rating - start) / POINT;

/** Two deviations to each side: the range contains the true figure 19 times in 20. */
const skillFigure = (figure: number, deviation: number): SkillFigure => ({
  figure: hundredths(figure),
  uncertainty: hundredths(2 * deviation),
});

const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

const byGamesShare = (formula: Formula): ShownFormula => {
  const parameters = formula.parameters as unknown as GamesShareParameters;
  return {
    formula,
    skill: (estimate, at) => {
      const { startDeviation, skillDrift } = parameters;
      return skillFigure(
        estimate.mean,
        Math.sqrt(variance(estimate, startDeviation, skillDrift, at)),
      );
    },
    shown: (rating, at) => shownRating(rating, at, parameters),
    shownOn: (rating, surface, at) => shownOnSurface(rating, surface, at, parameters),
  };
};

/** Elo has no uncertainty, so the range is the figure itself. */
const byElo = (formula: Formula): ShownFormula => {
  const { start, surfaceShare } = formula.parameters as { start: number; surfaceShare: number };
  return {
    formula,
    skill: ({ mean }) => skillFigure(figureOf(mean, start), 0),
    shown: ({ skill }) => shownOf(figureOf(skill.mean, start), 0, skill.matches),
    shownOn: ({ skill, surfaces }, surface) => {
      const { mean, matches } = surfaces.get(surface) ?? { mean: skill.mean, matches: 0 };
      return shownOf(
        figureOf(skill.mean * (1 - surfaceShare) + mean * surfaceShare, start),
        0,
        matches,
      );
    },
  };
};

/** Glicko-2 has no surfaces, so no one has a rated match on one. */
const byGlicko2 = (formula: Formula): ShownFormula => {
  const { start, periodDays } = formula.parameters as unknown as Glicko2Parameters;
  const deviation = (skill: Estimate, at: number) => idleDeviation(skill, periodDays, at) / POINT;
  const on = ({ skill }: PlayerRating, at: number, matches: number) =>
    shownOf(figureOf(skill.mean, start), deviation(skill, at) ** 2, matches);
  return {
    formula,
    skill: (estimate, at) => skillFigure(figureOf(estimate.mean, start), deviation(estimate, at)),
    shown: (rating, at) => on(rating, at, rating.skill.matches),
    shownOn: (rating, _surface, at) => on(rating, at, 0),
  };
};

const registry: Readonly<Record<string, (changes: Parameters) => ShownFormula>> = {
  'games-share-glicko': (changes) => byGamesShare(gamesShareGlicko(changes)),
  elo: (changes) => byElo(elo(changes)),
  glicko2: (changes) => byGlicko2(glicko2(changes)),
};

/** Names of the formulas that can be adopted. */
export const formulaNames: readonly string[] = Object.keys(registry);

export const DEFAULT_FORMULA = 'games-share-glicko';

/** A formula with its default parameters. */
const unchanged = (name: string): ShownFormula => {
  if (!Object.hasOwn(registry, name))
    throw invalid('formula', `There is no formula ${name}. Use ${formulaNames.join(', ')}.`);
  return registry[name]!({});
};

/**
 * A formula by name, with changed parameters. Its id lists them by name:
 * `games-share-glicko-1(gameWeight=0.3,start=3)`; parameters equal to their default are omitted.
 * @throws DomainError invalid_request for an unknown name or parameter, or an invalid value
 */
export const formulaOf = (name: string, parameters: Parameters = {}): ShownFormula => {
  const usual = unchanged(name).formula;
  for (const [parameter, value] of Object.entries(parameters)) check(usual, parameter, value);
  const changed = Object.entries(parameters).filter(
    ([parameter, value]) => usual.parameters[parameter] !== value,
  );
  if (changed.length === 0) return unchanged(name);
  const text = changed.map(([parameter, value]) => `${parameter}=${value}`).sort();
  const { formula, ...shown } = registry[name]!(Object.fromEntries(changed));
  return { ...shown, formula: { ...formula, id: `${usual.id}(${text.join()})` } };
};

const check = ({ parameters }: Formula, parameter: string, value: number | boolean): void => {
  const usual = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
  if (usual === undefined)
    throw invalid(
      parameter,
      `There is no number ${parameter}. Use ${Object.keys(parameters).join(', ')}.`,
    );
  if (
    typeof value !== typeof usual ||
    (typeof value === 'number' && !(Number.isFinite(value) && value >= 0))
  )
    throw invalid(
      parameter,
      `${parameter} must be ${typeof usual === 'boolean' ? 'true or false' : 'a number of at least 0'}.`,
    );
};

const invalid = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });
