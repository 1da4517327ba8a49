import type { Formula, Ratings, Rows } from './formula.js';
import {
  type EvidenceRules,
  type GamesShareParameters,
  gamesShareDefaults,
  gamesShareFields,
  gamesShareRules,
  varianceAt,
} from './games-share-glicko.js';
import { type FieldsOf, numberField } from './parameter-fields.js';

/** The parameters of games-share Glicko, and how much a result against a newcomer counts. */
export type EvidenceParameters = GamesShareParameters &
  Readonly<{
    /** The maximum number of games in an hour. Games beyond it are ignored. */
    gamesPerHour: number;
    /** The highest share of the games that counts, so that 16 to 0 counts as a clear win. */
    mostShare: number;
    /** The weight of a result against a player about whom nothing is known. */
    newcomerWeight: number;
    /** A player is well known once this share of a newcomer's variance is resolved. */
    knownShare: number;
    /** How many different established opponents a rank requires. */
    rankOpponents: number;
    /** How many different opponents an established player has met. */
    establishedOpponents: number;
    /** A rank ignores the gains against this many opponents, the largest gains first. */
    trimmedOpponents: number;
    /** See `RankRule`. */
    groupShare: number;
  }>;

export const evidenceDefaults: EvidenceParameters = {
  ...gamesShareDefaults,
  gamesPerHour: 16,
  mostShare: 0.8,
  newcomerWeight: 0.5,
  knownShare: 0.2,
  rankOpponents: 4,
  establishedOpponents: 4,
  trimmedOpponents: 2,
  groupShare: 0.1,
};

export const evidenceFields: FieldsOf<EvidenceParameters> = {
  ...gamesShareFields,
  gamesPerHour: numberField('Games that count per hour', 'at most', 1, 120),
  mostShare: numberField('Highest share of games that counts', 'of 1', 0.55, 1),
  newcomerWeight: numberField('Weight of a result against a newcomer', 'of 1', 0.01, 1),
  knownShare: numberField('A player is well known from', 'of uncertainty resolved', 0.05, 0.95),
  rankOpponents: numberField('Opponents for a rank', 'established opponents', 0, 20),
  establishedOpponents: numberField('Established players have met', 'opponents', 0, 20),
  trimmedOpponents: numberField('Best opponents left out of a rank', 'opponents', 0, 20),
  groupShare: numberField('Smallest group with ranks', 'of all rated players', 0, 0.5),
};

/** The share of a newcomer's variance that is resolved, as the mean of a side's players. */
const resolvedShare = ({ skills }: Ratings, side: Rows, startDeviation: number): number => {
  let variance = 0;
  for (let memberIndex = 0; memberIndex < side.size; memberIndex++)
    variance += skills.varianceAt(side.skills[memberIndex]!);
  return 1 - variance / (side.size * startDeviation * startDeviation);
};

/**
 * A result counts in full against opponents who are well known, or no less known than the side
 * itself. Otherwise it counts less, down to `newcomerWeight` against newcomers.
 */
const evidenceWeight =
  ({
    newcomerWeight,
    knownShare,
    startDeviation,
  }: EvidenceParameters): EvidenceRules['weightFor'] =>
  (playerRatings, side, opponents) => {
    const ownShare = Math.min(knownShare, resolvedShare(playerRatings, side, startDeviation));
    const otherShare = resolvedShare(playerRatings, opponents, startDeviation);
    if (otherShare >= ownShare) return 1;
    return newcomerWeight + ((1 - newcomerWeight) * otherShare) / ownShare;
  };

/**
 * Games-share Glicko that weighs results by how well the opponents are known, and ranks players by
 * established opponents. Since version 3, ranks require that both agreed to a result.
 */
export const evidenceGlicko = (
  parameterChanges: Partial<EvidenceParameters> = {},
  version: 2 | 3 = 3,
): Formula => {
  const parameters = { ...evidenceDefaults, ...parameterChanges };
  const { startDeviation, skillDrift, knownShare } = parameters;
  const knownVariance = (1 - knownShare) * startDeviation * startDeviation;
  return {
    id: `games-share-glicko-${version}`,
    parameters,
    rankRule: {
      opponents: parameters.rankOpponents,
      establishedFrom: parameters.establishedOpponents,
      trimmedOpponents: parameters.trimmedOpponents,
      groupShare: parameters.groupShare,
      countsSilence: version === 2,
      isWellKnown: (skill, timestamp) =>
        varianceAt(skill, startDeviation, skillDrift, timestamp) <= knownVariance,
    },
    ...gamesShareRules(parameters, {
      gamesPerHour: parameters.gamesPerHour,
      mostShare: parameters.mostShare,
      weightFor: evidenceWeight(parameters),
    }),
  };
};
