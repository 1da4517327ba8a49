import type { Estimates } from './estimates.js';
import {
  type Estimate,
  type Fixture,
  type Formula,
  type Outcome,
  type RatedMatch,
  type Ratings,
  type Rows,
  type Sides,
  resultOf,
  rounded,
} from './formula.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type FieldsOf, numberField } from './parameter-fields.js';

/** Parameters in points of the displayed figure. `docs/ratings.md` names the source of each. */
export type GamesShareParameters = Readonly<{
  start: number;
  /** The standard deviation of a new player's skill, which is also its upper limit. */
  startDeviation: number;
  /** The standard deviation of a surface offset, which is also its upper limit. */
  surfaceDeviation: number;
  /** The standard deviation of a skill's drift in an idle year. Glicko's c. */
  skillDrift: number;
  /** The same for surface offsets. */
  surfaceDrift: number;
  /** Log-odds of winning a game, per point of difference. Glicko's q, for games. */
  gameSlope: number;
  /** How much steeper the odds of a match are than those of a game. */
  matchSlope: number;
  /** An additional factor for best-of-five matches. */
  bestOfFiveSlope: number;
  /**
   * The information of a game, relative to a game that is independent of the others in its match.
   */
  gameWeight: number;
  /** The maximum number of games that count. */
  mostGames: number;
  /** A match for which only the winner is known counts as this many games. */
  unscoredGames: number;
  /** The share of `unscoredGames` that the winner won. */
  unscoredShare: number;
  /** The period in days in which the nth meeting of the same sides counts 1/sqrt(n). */
  repeatedPairDays: number;
  /** Whether ratings remain unchanged if the winner's would drop. */
  winnerNeverDrops: boolean;
}>;

export const gamesShareDefaults: GamesShareParameters = {
  start: 4,
  startDeviation: 1,
  surfaceDeviation: 0.6103,
  skillDrift: 0.5648,
  surfaceDrift: 0.2017,
  gameSlope: Math.log(0.6 / 0.4),
  matchSlope: 3.601,
  bestOfFiveSlope: 2.002,
  gameWeight: 0.2171,
  mostGames: 60,
  unscoredGames: 10,
  unscoredShare: 0.6,
  repeatedPairDays: 30,
  winnerNeverDrops: true,
};

export const gamesShareFields: FieldsOf<GamesShareParameters> = {
  start: numberField('First rating', 'points', 1, 16.5),
  startDeviation: numberField('Uncertainty of a new player', 'points', 0.1, 5),
  surfaceDeviation: numberField('Spread of surface offsets', 'points', 0.01, 5),
  skillDrift: numberField('Drift of skill', 'points per idle year', 0, 5),
  surfaceDrift: numberField('Drift of surface offsets', 'points per idle year', 0, 5),
  gameSlope: numberField('Log-odds of a game', 'per point', 0.01, 3),
  matchSlope: numberField('Match odds', 'times game odds', 0.1, 20),
  bestOfFiveSlope: numberField('Match odds, best of five', 'times match odds', 0.1, 10),
  gameWeight: numberField('Information in a game', 'of an independent game', 0.001, 1),
  mostGames: numberField('Games that count', 'at most', 1, 120),
  unscoredGames: numberField('Games of a match without a score', 'games', 0, 120),
  unscoredShare: numberField('Share of games of its winner', 'of 1', 0.5, 1),
  repeatedPairDays: numberField('Repeated opponents count less within', 'days', 0, 3_650),
  winnerNeverDrops: { kind: 'switch', label: 'Winners never drop' },
};

const YEAR_MS = 365.25 * DAY_MS;

const varianceAfterIdle = (
  ratingDeviation: number,
  idleDurationMs: number,
  maximumDeviation: number,
  yearlyDrift: number,
): number =>
  Math.min(
    maximumDeviation * maximumDeviation,
    ratingDeviation * ratingDeviation +
      (yearlyDrift * yearlyDrift * Math.max(0, idleDurationMs)) / YEAR_MS,
  );

/**
 * Increases a variance by `yearlyDrift` squared per idle year, up to `maximumDeviation` squared.
 */
export const varianceAt = (
  { deviation, at, matches }: Estimate,
  maximumDeviation: number,
  yearlyDrift: number,
  currentTimestamp: number,
): number =>
  matches === 0
    ? deviation * deviation
    : varianceAfterIdle(deviation, currentTimestamp - at, maximumDeviation, yearlyDrift);

const varianceOf = (
  playerEstimates: Estimates,
  rowIndex: number,
  maximumDeviation: number,
  yearlyDrift: number,
  currentTimestamp: number,
): number => {
  const ratingDeviation = playerEstimates.deviationAt(rowIndex);
  return playerEstimates.matchesAt(rowIndex) === 0
    ? ratingDeviation * ratingDeviation
    : varianceAfterIdle(
        ratingDeviation,
        currentTimestamp - playerEstimates.playedAt(rowIndex),
        maximumDeviation,
        yearlyDrift,
      );
};

/** The strength of a side: the mean of its players, in points. */
const strengthOfSide = (
  { skills, offsets }: Ratings,
  sideRows: Rows,
  { surface }: Fixture,
): number => {
  let sum = 0;
  for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++) {
    sum += skills.meanAt(sideRows.skills[memberIndex]!);
    if (surface !== null) sum += offsets.meanAt(sideRows.offsets[memberIndex]!);
  }
  return sum / sideRows.size;
};

/**
 * The variance of a side's strength at the time of the match. Stores the variance of each player.
 */
const varianceOfSide = (
  { skills, offsets }: Ratings,
  sideRows: Rows,
  matchFixture: Fixture,
  parameters: GamesShareParameters,
): number => {
  const { playedAt, surface } = matchFixture;
  let sum = 0;
  for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++) {
    const rowIndex = sideRows.skills[memberIndex]!;
    sum += skills.storeVariance(
      rowIndex,
      varianceOf(skills, rowIndex, parameters.startDeviation, parameters.skillDrift, playedAt),
    );
    if (surface === null) continue;
    const offsetIndex = sideRows.offsets[memberIndex]!;
    sum += offsets.storeVariance(
      offsetIndex,
      varianceOf(
        offsets,
        offsetIndex,
        parameters.surfaceDeviation,
        parameters.surfaceDrift,
        playedAt,
      ),
    );
  }
  return sum / (sideRows.size * sideRows.size);
};

/** Glicko's g: uncertainty moves the odds closer to even. */
const dampingFactor = (logOddsSlope: number, ratingVariance: number): number =>
  1 / Math.sqrt(1 + (3 * logOddsSlope * logOddsSlope * ratingVariance) / (Math.PI * Math.PI));

/**
 * The expectation of side 0 minus 0.5. tanh is exactly odd, so swapping the sides mirrors the
 * result.
 */
export const expectedAdvantage = (
  logOddsSlope: number,
  ratingLead: number,
  sideVariance: number,
): number =>
  Math.tanh((logOddsSlope * dampingFactor(logOddsSlope, sideVariance) * ratingLead) / 2) / 2;

const countedGames = (
  { games: [ownGames, opponentGames] }: RatedMatch,
  parameters: GamesShareParameters,
  mostGames: number,
): number =>
  ownGames + opponentGames > 0
    ? Math.min(ownGames + opponentGames, mostGames)
    : parameters.unscoredGames;

/** Side 0's share of the games minus 0.5. */
const marginOfGames = (match: RatedMatch, parameters: GamesShareParameters): number => {
  const [ownGames, opponentGames] = match.games;
  if (ownGames + opponentGames > 0)
    return (ownGames - opponentGames) / (2 * (ownGames + opponentGames));
  return (2 * resultOf(match) - 1) * (parameters.unscoredShare - 0.5);
};

/**
 * @param meanPush the gain in mean for a variance of 1
 * @param variancePull the loss in variance
 */
const moveEstimate = (
  playerEstimates: Estimates,
  rowIndex: number,
  meanPush: number,
  variancePull: number,
  playedTimestamp: number,
): void => {
  const ratingVariance = playerEstimates.varianceAt(rowIndex);
  const nextMean = rounded(playerEstimates.meanAt(rowIndex) + ratingVariance * meanPush);
  playerEstimates.replaceEstimate(
    rowIndex,
    nextMean,
    rounded(Math.sqrt(ratingVariance * (1 - ratingVariance * variancePull))),
    0,
    playedTimestamp,
  );
};

/** Each player moves according to their own uncertainty and their share of the side. */
const moveSide = (
  playerRatings: Ratings,
  sideRows: Rows,
  { playedAt: playedTimestamp, surface }: RatedMatch,
  meanPush: number,
  variancePull: number,
): void => {
  const meanGain = meanPush / sideRows.size;
  const varianceLoss = variancePull / (sideRows.size * sideRows.size);
  for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++) {
    moveEstimate(
      playerRatings.skills,
      sideRows.skills[memberIndex]!,
      meanGain,
      varianceLoss,
      playedTimestamp,
    );
    if (surface !== null)
      moveEstimate(
        playerRatings.offsets,
        sideRows.offsets[memberIndex]!,
        meanGain,
        varianceLoss,
        playedTimestamp,
      );
  }
};

/** The rules that keep made-up results from raising a rating. */
export type EvidenceRules = Readonly<{
  /** The maximum number of games in an hour. */
  gamesPerHour: number;
  /** The highest share of the games that counts, and from 1 down the lowest. */
  mostShare: number;
  /**
   * How much a result says about a side, from 0 to 1. `varianceOfSide` has stored the variances of
   * both sides.
   */
  weightFor(playerRatings: Ratings, side: Rows, opponents: Rows): number;
}>;

const rateSides = (
  playerRatings: Ratings,
  [firstSide, secondSide]: Sides<Rows>,
  match: RatedMatch,
  matchWeight: number,
  parameters: GamesShareParameters,
  evidenceRules: EvidenceRules,
): Outcome => {
  const logOddsSlope = parameters.gameSlope;
  const ratingLead =
    strengthOfSide(playerRatings, firstSide, match) -
    strengthOfSide(playerRatings, secondSide, match);
  const ratingVariance =
    varianceOfSide(playerRatings, firstSide, match, parameters) +
    varianceOfSide(playerRatings, secondSide, match, parameters);
  const expectedMargin = expectedAdvantage(logOddsSlope, ratingLead, ratingVariance);
  const actualMargin = marginOfGames(match, parameters);
  const marginLimit = evidenceRules.mostShare - 0.5;
  const countedMargin = Math.max(-marginLimit, Math.min(marginLimit, actualMargin));
  const marginSurprise = countedMargin - expectedMargin;
  const mostGames = Math.min(
    parameters.mostGames,
    match.hours === undefined ? Infinity : match.hours * evidenceRules.gamesPerHour,
  );
  const effectiveGames =
    parameters.gameWeight * countedGames(match, parameters, mostGames) * matchWeight;
  const areRatingsHeld =
    parameters.winnerNeverDrops &&
    match.winner !== null &&
    (match.winner === 0 ? marginSurprise < 0 : marginSurprise > 0);
  const moveBy = (sideRows: Rows, sideSurprise: number, evidenceWeight: number) => {
    const weighedGames = effectiveGames * evidenceWeight;
    const information =
      logOddsSlope * logOddsSlope * weighedGames * (0.25 - expectedMargin * expectedMargin);
    const informedScale = 1 + information * ratingVariance;
    const meanPush = areRatingsHeld
      ? 0
      : (logOddsSlope * weighedGames * sideSurprise) / informedScale;
    const variancePull = areRatingsHeld ? 0 : information / informedScale;
    moveSide(playerRatings, sideRows, match, meanPush, variancePull);
  };
  const [firstEvidence, secondEvidence] = [
    evidenceRules.weightFor(playerRatings, firstSide, secondSide),
    evidenceRules.weightFor(playerRatings, secondSide, firstSide),
  ];
  moveBy(firstSide, marginSurprise, firstEvidence);
  moveBy(secondSide, -marginSurprise, secondEvidence);
  return {
    expected: rounded(0.5 + expectedMargin),
    actual: rounded(0.5 + actualMargin),
    held: areRatingsHeld,
  };
};

/**
 * Glicko (Glickman 1999) on the share of games, after every match, with a skill and an offset per
 * surface: one step of an extended Kalman filter, in points of the displayed figure.
 */
export const gamesShareGlicko = (parameterChanges: Partial<GamesShareParameters> = {}): Formula => {
  const parameters = { ...gamesShareDefaults, ...parameterChanges };
  return {
    id: 'games-share-glicko-1',
    parameters,
    rankRule: null,
    ...gamesShareRules(parameters, allEvidence),
  };
};

const allEvidence: EvidenceRules = {
  gamesPerHour: Infinity,
  mostShare: 1,
  weightFor: () => 1,
};

/** The rules that both versions of games-share Glicko have in common. */
export const gamesShareRules = (
  parameters: GamesShareParameters,
  evidenceRules: EvidenceRules,
): Pick<Formula, 'repeatedPairDays' | 'start' | 'forecast' | 'rate'> => {
  const { start, startDeviation, surfaceDeviation, gameSlope, matchSlope, bestOfFiveSlope } =
    parameters;
  const newEstimate = (startMean: number, ratingDeviation: number) => ({
    mean: startMean,
    deviation: ratingDeviation,
    volatility: 0,
    at: 0,
    matches: 0,
  });
  const newOffset = newEstimate(0, surfaceDeviation);
  return {
    repeatedPairDays: parameters.repeatedPairDays,
    start: (startFigure) => ({
      skill: newEstimate(startFigure ?? start, startDeviation),
      onSurface: newOffset,
    }),
    forecast: (playerRatings, [firstSide, secondSide], matchFixture) => {
      const logOddsSlope =
        gameSlope * matchSlope * (matchFixture.bestOf === 5 ? bestOfFiveSlope : 1);
      const ratingLead =
        strengthOfSide(playerRatings, firstSide, matchFixture) -
        strengthOfSide(playerRatings, secondSide, matchFixture);
      const ratingVariance =
        varianceOfSide(playerRatings, firstSide, matchFixture, parameters) +
        varianceOfSide(playerRatings, secondSide, matchFixture, parameters);
      return 0.5 + expectedAdvantage(logOddsSlope, ratingLead, ratingVariance);
    },
    rate: (playerRatings, sides, match, matchWeight) =>
      rateSides(playerRatings, sides, match, matchWeight, parameters, evidenceRules),
  };
};
