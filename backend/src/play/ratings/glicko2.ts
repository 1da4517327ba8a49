import type { Estimates } from './estimates.js';
import { volatilityAfter } from './glicko2-volatility.js';
import { type Estimate, type Formula, type Rows, resultOf, rounded } from './formula.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type FieldsOf, numberField } from './parameter-fields.js';

/**
 * The parameters of Glicko-2 (Glickman, "Example of the Glicko-2 system", 2012), on Glicko's scale.
 */
export type Glicko2Parameters = Readonly<{
  start: number;
  startDeviation: number;
  startVolatility: number;
  /**
   * Limits changes of volatility, from 0.3 to 1.2. Lower values are for games in which improbable
   * results are more likely.
   */
  tau: number;
  /** Every match is a rating period. Idle time is divided into periods of this length. */
  periodDays: number;
}>;

const glicko2Defaults: Glicko2Parameters = {
  start: 1_500,
  startDeviation: 350,
  startVolatility: 0.06,
  tau: 0.5,
  periodDays: 30,
};

export const glicko2Fields: FieldsOf<Glicko2Parameters> = {
  start: numberField('First rating', 'Glicko points', 0, 5_000),
  startDeviation: numberField('Uncertainty of a new player', 'Glicko points', 1, 1_000),
  startVolatility: numberField('First volatility', '', 0.001, 1),
  tau: numberField('Limit on changes of volatility', '', 0.1, 2),
  periodDays: numberField('Rating period', 'days', 1, 3_650),
};

/** The factor between Glicko's scale and Glicko-2's: 400 / ln 10. */
export const GLICKO_SCALE = 400 / Math.log(10);

/** `g` in the paper: how much an opponent's deviation dampens a result. */
export const dampingOf = (scaledDeviation: number): number =>
  1 / Math.sqrt(1 + (3 * scaledDeviation * scaledDeviation) / (Math.PI * Math.PI));

/** `E` in the paper: the expected score for a rating lead on Glicko's scale. */
export const expectation = (ratingLead: number, dampingFactor: number): number =>
  1 / (1 + Math.exp((-dampingFactor * ratingLead) / GLICKO_SCALE));

/**
 * The deviation before a match, on Glicko-2's scale: step 6 for each idle period, excluding the
 * match's own period.
 */
const deviationAfterIdle = (
  ratingDeviation: number,
  ratingVolatility: number,
  idleDurationMs: number,
  periodDays: number,
): number => {
  const scaledDeviation = ratingDeviation / GLICKO_SCALE;
  const idlePeriods = idleDurationMs / (periodDays * DAY_MS) - 1;
  return idlePeriods <= 0
    ? scaledDeviation
    : Math.sqrt(
        scaledDeviation * scaledDeviation + ratingVolatility * ratingVolatility * idlePeriods,
      );
};

const scaledDeviationAt = (
  skillEstimates: Estimates,
  rowIndex: number,
  periodDays: number,
  playedTimestamp: number,
): number => {
  const idleDurationMs =
    skillEstimates.matchesAt(rowIndex) === 0
      ? 0
      : playedTimestamp - skillEstimates.playedAt(rowIndex);
  return deviationAfterIdle(
    skillEstimates.deviationAt(rowIndex),
    skillEstimates.volatilityAt(rowIndex),
    idleDurationMs,
    periodDays,
  );
};

/** The deviation on Glicko's usual scale, at `currentTimestamp` (UTC, milliseconds). */
export const idleDeviation = (
  { deviation, volatility, at, matches }: Estimate,
  periodDays: number,
  currentTimestamp: number,
): number =>
  deviationAfterIdle(deviation, volatility, matches === 0 ? 0 : currentTimestamp - at, periodDays) *
  GLICKO_SCALE;

/** Steps 6 and 7: the variance after a period. */
export const varianceAfter = (
  scaledDeviation: number,
  ratingVolatility: number,
  information: number,
): number =>
  1 / (1 / (scaledDeviation * scaledDeviation + ratingVolatility * ratingVolatility) + information);

const meanOfSide = (skillEstimates: Estimates, sideRows: Rows): number => {
  let sum = 0;
  for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++)
    sum += skillEstimates.meanAt(sideRows.skills[memberIndex]!);
  return sum / sideRows.size;
};

const scaledDeviationOfSide = (
  skillEstimates: Estimates,
  sideRows: Rows,
  periodDays: number,
  playedTimestamp: number,
): number => {
  if (sideRows.size === 1)
    return scaledDeviationAt(skillEstimates, sideRows.skills[0]!, periodDays, playedTimestamp);
  let sum = 0;
  for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++)
    sum +=
      scaledDeviationAt(
        skillEstimates,
        sideRows.skills[memberIndex]!,
        periodDays,
        playedTimestamp,
      ) ** 2;
  return Math.sqrt(sum) / sideRows.size;
};

/**
 * Glicko-2 based on results, without surfaces. Every match is a period, and a doubles side is the
 * mean of its players.
 */
export const glicko2 = (parameterChanges: Partial<Glicko2Parameters> = {}): Formula => {
  const parameters = { ...glicko2Defaults, ...parameterChanges };
  const { start, startDeviation, startVolatility, tau, periodDays } = parameters;
  const newcomerEstimate: Estimate = {
    mean: start,
    deviation: startDeviation,
    volatility: startVolatility,
    at: 0,
    matches: 0,
  };
  const moveSide = (
    skillEstimates: Estimates,
    sideRows: Rows,
    playedTimestamp: number,
    dampingFactor: number,
    expectedScore: number,
    actualScore: number,
    matchWeight: number,
  ) => {
    const information =
      matchWeight * dampingFactor * dampingFactor * expectedScore * (1 - expectedScore);
    const surprise = matchWeight * dampingFactor * (actualScore - expectedScore);
    for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++) {
      const rowIndex = sideRows.skills[memberIndex]!;
      const scaledDeviation = scaledDeviationAt(
        skillEstimates,
        rowIndex,
        periodDays,
        playedTimestamp,
      );
      const ratingVolatility = volatilityAfter(
        scaledDeviation,
        skillEstimates.volatilityAt(rowIndex),
        information,
        surprise,
        tau,
      );
      const scaledVariance = varianceAfter(scaledDeviation, ratingVolatility, information);
      const meanRating = rounded(
        skillEstimates.meanAt(rowIndex) + scaledVariance * surprise * GLICKO_SCALE,
      );
      // A single match changes a volatility by less than a millionth.
      skillEstimates.replaceEstimate(
        rowIndex,
        meanRating,
        rounded(Math.sqrt(scaledVariance) * GLICKO_SCALE),
        rounded(ratingVolatility * 1e3) / 1e3,
        playedTimestamp,
      );
    }
  };
  return {
    id: 'glicko-2-1',
    parameters,
    repeatedPairDays: 0,
    rankRule: null,
    start: () => ({ skill: newcomerEstimate, onSurface: newcomerEstimate }),
    forecast: ({ skills }, [firstSide, secondSide], { playedAt }) => {
      const [firstDeviation, secondDeviation] = [
        scaledDeviationOfSide(skills, firstSide, periodDays, playedAt),
        scaledDeviationOfSide(skills, secondSide, periodDays, playedAt),
      ];
      return expectation(
        meanOfSide(skills, firstSide) - meanOfSide(skills, secondSide),
        dampingOf(Math.sqrt(firstDeviation * firstDeviation + secondDeviation * secondDeviation)),
      );
    },
    rate: ({ skills }, [firstSide, secondSide], match, matchWeight) => {
      const { playedAt: playedTimestamp } = match;
      const actualShare = resultOf(match);
      const ratingLead = meanOfSide(skills, firstSide) - meanOfSide(skills, secondSide);
      const firstDamping = dampingOf(
        scaledDeviationOfSide(skills, firstSide, periodDays, playedTimestamp),
      );
      const secondDamping = dampingOf(
        scaledDeviationOfSide(skills, secondSide, periodDays, playedTimestamp),
      );
      const expectedShare = expectation(ratingLead, secondDamping);
      moveSide(
        skills,
        firstSide,
        playedTimestamp,
        secondDamping,
        expectedShare,
        actualShare,
        matchWeight,
      );
      moveSide(
        skills,
        secondSide,
        playedTimestamp,
        firstDamping,
        expectation(-ratingLead, firstDamping),
        1 - actualShare,
        matchWeight,
      );
      return { expected: rounded(expectedShare), actual: actualShare, held: false };
    },
  };
};
