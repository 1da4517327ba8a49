import type { Estimates } from './estimates.js';
import {
  type Estimate,
  type Formula,
  type Ratings,
  type Rows,
  resultOf,
  rounded,
} from './formula.js';
import { type FieldsOf, numberField } from './parameter-fields.js';

/** The parameters of Elo on its usual scale: 400 points are odds of 10 to 1. */
export type EloParameters = Readonly<{
  start: number;
  /** A match changes a rating by K = most / (matches + offset) ^ exponent, times its weight. */
  most: number;
  offset: number;
  exponent: number;
  /** The share of the separate surface rating in a forecast. */
  surfaceShare: number;
}>;

const eloDefaults: EloParameters = {
  start: 1_500,
  most: 250,
  offset: 5,
  exponent: 0.4,
  surfaceShare: 0,
};

export const eloFields: FieldsOf<EloParameters> = {
  start: numberField('First rating', 'Elo points', 0, 5_000),
  most: numberField('Largest change, before division', 'Elo points', 1, 2_000),
  offset: numberField('Matches added to the count', 'matches', 0.5, 1_000),
  exponent: numberField('Exponent of the count', '', 0, 2),
  surfaceShare: numberField('Share of the surface rating', 'of 1', 0, 1),
};

const expectation = (playerMean: number, opponentMean: number): number =>
  1 / (1 + 10 ** ((opponentMean - playerMean) / 400));

const meanOfRows = (
  playerEstimates: Estimates,
  rowIndexes: readonly number[],
  sideSize: number,
): number => {
  let sum = 0;
  for (let memberIndex = 0; memberIndex < sideSize; memberIndex++)
    sum += playerEstimates.meanAt(rowIndexes[memberIndex]!);
  return sum / sideSize;
};

const skillOfSide = ({ skills }: Ratings, sideRows: Rows): number =>
  meanOfRows(skills, sideRows.skills, sideRows.size);

const offsetOfSide = ({ offsets }: Ratings, sideRows: Rows): number =>
  meanOfRows(offsets, sideRows.offsets, sideRows.size);

/**
 * Elo by results with a decreasing K (as in FiveThirtyEight's tennis ratings), without uncertainty.
 * A side has the mean of its players. `surfaceShare` separates surfaces.
 */
export const elo = (parameterChanges: Partial<EloParameters> = {}): Formula => {
  const parameters = { ...eloDefaults, ...parameterChanges };
  const { start, most, offset, exponent, surfaceShare } = parameters;
  const startEstimate: Estimate = { mean: start, deviation: 0, volatility: 0, at: 0, matches: 0 };
  const moveEstimate = (
    playerEstimates: Estimates,
    rowIndex: number,
    surprise: number,
    playedTimestamp: number,
  ) => {
    const meanGain = (most / (playerEstimates.matchesAt(rowIndex) + offset) ** exponent) * surprise;
    playerEstimates.replaceEstimate(
      rowIndex,
      rounded(playerEstimates.meanAt(rowIndex) + meanGain),
      0,
      0,
      playedTimestamp,
    );
  };
  const moveSide = (
    { skills, offsets }: Ratings,
    sideRows: Rows,
    skillSurprise: number,
    surfaceSurprise: number | null,
    playedTimestamp: number,
  ) => {
    for (let memberIndex = 0; memberIndex < sideRows.size; memberIndex++) {
      moveEstimate(skills, sideRows.skills[memberIndex]!, skillSurprise, playedTimestamp);
      if (surfaceSurprise !== null)
        moveEstimate(offsets, sideRows.offsets[memberIndex]!, surfaceSurprise, playedTimestamp);
    }
  };
  return {
    id: surfaceShare > 0 ? 'elo-surface-1' : 'elo-1',
    parameters,
    repeatedPairDays: 0,
    rankRule: null,
    start: () => ({ skill: startEstimate, onSurface: startEstimate }),
    forecast: (playerRatings, [firstSide, secondSide], { surface }) => {
      const strengthOf = (sideRows: Rows) =>
        surface === null
          ? skillOfSide(playerRatings, sideRows)
          : skillOfSide(playerRatings, sideRows) * (1 - surfaceShare) +
            offsetOfSide(playerRatings, sideRows) * surfaceShare;
      return expectation(strengthOf(firstSide), strengthOf(secondSide));
    },
    rate: (playerRatings, [firstSide, secondSide], match, matchWeight) => {
      const actualShare = resultOf(match);
      const expectedShare = expectation(
        skillOfSide(playerRatings, firstSide),
        skillOfSide(playerRatings, secondSide),
      );
      const skillSurprise = matchWeight * (actualShare - expectedShare);
      const surfaceSurprise =
        match.surface === null
          ? null
          : matchWeight *
            (actualShare -
              expectation(
                offsetOfSide(playerRatings, firstSide),
                offsetOfSide(playerRatings, secondSide),
              ));
      moveSide(playerRatings, firstSide, skillSurprise, surfaceSurprise, match.playedAt);
      moveSide(
        playerRatings,
        secondSide,
        -skillSurprise,
        surfaceSurprise === null ? null : -surfaceSurprise,
        match.playedAt,
      );
      return { expected: rounded(expectedShare), actual: actualShare, held: false };
    },
  };
};
