import { DomainError } from '../../platform/kernel/domain-error.js';
import { elo, eloFields } from '../ratings/elo.js';
import { evidenceFields, evidenceGlicko } from '../ratings/evidence-glicko.js';
import type { Estimate, Formula } from '../ratings/formula.js';
import {
  type GamesShareParameters,
  gamesShareDefaults,
  gamesShareFields,
  gamesShareGlicko,
  varianceAt,
} from '../ratings/games-share-glicko.js';
import {
  type Glicko2Parameters,
  glicko2,
  glicko2Fields,
  idleDeviation,
} from '../ratings/glicko2.js';
import type { ParameterField } from '../ratings/parameter-fields.js';
import type { PlayerRating } from '../ratings/rating-table.js';
import {
  type ShownRating,
  displayRating,
  displayedOnSurface,
  displayedRating,
} from '../ratings/rating-view.js';

/**
 * The parameters of a formula by name, as set with `--set name=value` and recorded by an adoption.
 */
export type FormulaParameters = Readonly<Record<string, number | boolean>>;

export type SkillFigure = Readonly<{ figure: number; uncertainty: number }>;

/**
 * A formula, and how its ratings are displayed at an instant (UTC, milliseconds), over all surfaces
 * and on one.
 */
export type ShownFormula = Readonly<{
  formula: Formula;
  /**
   * A skill in figures that are not clamped to the scale, and half the width of its range, in
   * hundredths.
   */
  skill(skillEstimate: Estimate, timestamp: number): SkillFigure;
  shown(playerRating: PlayerRating, timestamp: number): ShownRating;
  shownOn(playerRating: PlayerRating, surfaceName: string, timestamp: number): ShownRating;
}>;

/**
 * Points of Elo and Glicko per point of the figure, at equal odds of winning a match. The logit of
 * the default formula is `gameSlope matchSlope` per point, and theirs is ln 10 / 400.
 */
const POINTS_PER_FIGURE =
  (gamesShareDefaults.gameSlope * gamesShareDefaults.matchSlope * 400) / Math.log(10);

const toFigure = (meanRating: number, startRating: number): number =>
  gamesShareDefaults.start + (meanRating - startRating) / POINTS_PER_FIGURE;

/** Two deviations on each side: the range contains the true rating 19 times out of 20. */
const skillFigure = (meanFigure: number, ratingDeviation: number): SkillFigure => {
  if (!Number.isFinite(meanFigure + ratingDeviation))
    throw new RangeError(`the formula gives a skill of ${meanFigure} ± ${ratingDeviation}`);
  return { figure: toHundredths(meanFigure), uncertainty: toHundredths(2 * ratingDeviation) };
};

const toHundredths = (exactValue: number): number => Math.round(exactValue * 100) / 100 + 0;

const displayGamesShare = (ratingFormula: Formula): ShownFormula => {
  const parameters = ratingFormula.parameters as unknown as GamesShareParameters;
  return {
    formula: ratingFormula,
    skill: (skillEstimate, timestamp) => {
      const { startDeviation, skillDrift } = parameters;
      return skillFigure(
        skillEstimate.mean,
        Math.sqrt(varianceAt(skillEstimate, startDeviation, skillDrift, timestamp)),
      );
    },
    shown: (playerRating, timestamp) => displayedRating(playerRating, timestamp, parameters),
    shownOn: (playerRating, surfaceName, timestamp) =>
      displayedOnSurface(playerRating, surfaceName, timestamp, parameters),
  };
};

/** Elo has no uncertainty, so the range is the figure itself. */
const displayElo = (ratingFormula: Formula): ShownFormula => {
  const { start, surfaceShare } = ratingFormula.parameters as {
    start: number;
    surfaceShare: number;
  };
  return {
    formula: ratingFormula,
    skill: ({ mean }) => skillFigure(toFigure(mean, start), 0),
    shown: ({ skill }) => displayRating(toFigure(skill.mean, start), 0, skill.matches),
    shownOn: ({ skill, surfaces }, surfaceName) => {
      const { mean, matches } = surfaces.get(surfaceName) ?? { mean: skill.mean, matches: 0 };
      return displayRating(
        toFigure(skill.mean * (1 - surfaceShare) + mean * surfaceShare, start),
        0,
        matches,
      );
    },
  };
};

/** Glicko-2 does not consider surfaces, so no one has a rated match on a particular surface. */
const displayGlicko2 = (ratingFormula: Formula): ShownFormula => {
  const { start, periodDays } = ratingFormula.parameters as unknown as Glicko2Parameters;
  const figureDeviation = (skillEstimate: Estimate, timestamp: number) =>
    idleDeviation(skillEstimate, periodDays, timestamp) / POINTS_PER_FIGURE;
  const ratingWithMatches = ({ skill }: PlayerRating, timestamp: number, matchCount: number) =>
    displayRating(toFigure(skill.mean, start), figureDeviation(skill, timestamp) ** 2, matchCount);
  return {
    formula: ratingFormula,
    skill: (skillEstimate, timestamp) =>
      skillFigure(toFigure(skillEstimate.mean, start), figureDeviation(skillEstimate, timestamp)),
    shown: (playerRating, timestamp) =>
      ratingWithMatches(playerRating, timestamp, playerRating.skill.matches),
    shownOn: (playerRating, _surface, timestamp) => ratingWithMatches(playerRating, timestamp, 0),
  };
};

type RegisteredFormula = Readonly<{
  create: (parameterChanges: FormulaParameters) => ShownFormula;
  fields: Readonly<Record<string, ParameterField>>;
}>;

const formulaRegistry: Readonly<Record<string, RegisteredFormula>> = {
  'games-share-glicko-3': {
    create: (parameterChanges) => displayGamesShare(evidenceGlicko(parameterChanges)),
    fields: evidenceFields,
  },
  'games-share-glicko-2': {
    create: (parameterChanges) => displayGamesShare(evidenceGlicko(parameterChanges, 2)),
    fields: evidenceFields,
  },
  'games-share-glicko': {
    create: (parameterChanges) => displayGamesShare(gamesShareGlicko(parameterChanges)),
    fields: gamesShareFields,
  },
  elo: {
    create: (parameterChanges) => displayElo(elo(parameterChanges)),
    fields: eloFields,
  },
  glicko2: {
    create: (parameterChanges) => displayGlicko2(glicko2(parameterChanges)),
    fields: glicko2Fields,
  },
};

export const formulaNames: readonly string[] = Object.keys(formulaRegistry);

/** The formula that new tables use until an admin adopts another one. */
export const DEFAULT_FORMULA = 'games-share-glicko-3';

/** The formula of all tables before the first adoption in the log. */
export const FIRST_FORMULA = 'games-share-glicko';

const registeredFormula = (formulaName: string): RegisteredFormula => {
  if (!Object.hasOwn(formulaRegistry, formulaName))
    throw invalidField(
      'formula',
      `There is no formula ${formulaName}. Use one of ${formulaNames.join(', ')}.`,
    );
  return formulaRegistry[formulaName]!;
};

/** The fields of a formula's parameters, by name. */
export const parameterFields = (formulaName: string): Readonly<Record<string, ParameterField>> =>
  registeredFormula(formulaName).fields;

/**
 * A formula with changed parameters. Its id lists those that differ from their defaults, by name.
 * Earlier releases adopted values outside the ranges, so it accepts them.
 * @throws DomainError invalid_request for an unknown name
 */
export const configuredFormula = (
  formulaName: string,
  parameters: FormulaParameters = {},
): ShownFormula => {
  const { create } = registeredFormula(formulaName);
  const defaults = create({});
  const changedParameters = Object.entries(parameters).filter(
    ([parameterName, parameterValue]) =>
      defaults.formula.parameters[parameterName] !== parameterValue,
  );
  if (changedParameters.length === 0) return defaults;
  const parameterTexts = changedParameters
    .map(([parameterName, parameterValue]) => `${parameterName}=${parameterValue}`)
    .sort();
  const { formula, ...display } = create(Object.fromEntries(changedParameters));
  return {
    ...display,
    formula: { ...formula, id: `${formula.id}(${parameterTexts.join()})` },
  };
};

/** @throws DomainError invalid_request for an unknown name or parameter, or a value out of range */
export const checkParameters = (formulaName: string, parameters: FormulaParameters): void => {
  const { fields } = registeredFormula(formulaName);
  for (const [parameterName, parameterValue] of Object.entries(parameters))
    checkParameter(fields, parameterName, parameterValue);
};

const checkParameter = (
  fields: Readonly<Record<string, ParameterField>>,
  parameterName: string,
  parameterValue: number | boolean,
): void => {
  if (!Object.hasOwn(fields, parameterName))
    throw invalidField(
      parameterName,
      `There is no parameter ${parameterName}. Use one of ${Object.keys(fields).join(', ')}.`,
    );
  const field = fields[parameterName]!;
  if (field.kind === 'switch') {
    if (typeof parameterValue !== 'boolean')
      throw invalidField(parameterName, `${parameterName} must be true or false.`);
    return;
  }
  const { least, most } = field;
  // NaN is not within any range.
  if (!(typeof parameterValue === 'number' && parameterValue >= least && parameterValue <= most))
    throw invalidField(parameterName, `${parameterName} must be from ${least} to ${most}.`);
};

const invalidField = (fieldName: string, errorMessage: string) =>
  new DomainError('invalid_request', errorMessage, {
    fields: [{ field: fieldName, message: errorMessage }],
  });
