import type { EvidenceVerdict } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import type { RatedMatch } from '../ratings/formula.js';

/**
 * The mean difference in log loss per match between the replayed and the compared formula, and its
 * standard error, clustered by pairing. Both forecast the same matches. A negative mean is better.
 */
export type LossDifference = Readonly<{
  matches: number;
  pairings: number;
  mean: number;
  standardError: number;
}>;

/** The evidence for the replayed formula. `interval` contains the mean 19 times out of 20. */
export type ForecastEvidence = Readonly<{
  verdict: EvidenceVerdict;
  sentence: string;
  matches: number;
  pairings: number;
  difference: number;
  interval: readonly [least: number, most: number];
}>;

/** With fewer matches or pairings, the standard error itself is a guess. */
export const LEAST_EVIDENCE = 100;
export const LEAST_PAIRINGS = 30;
/** Two-sided 95% of a normal distribution. */
const DEVIATIONS = 1.96;

const toMillionths = (exactValue: number): number => Math.round(exactValue * 1e6) / 1e6 + 0;

const pairingOf = (sides: RatedMatch['sides']): string =>
  sides
    .map((side) => [...side].sort().join('+'))
    .sort()
    .join(' ');

/**
 * Collects the losses of both formulas on the same matches. Matches of the same opponents are not
 * independent, so the error is that of the sums per pairing (cluster-robust, with G / (G - 1)).
 */
export const lossDifferenceTally = () => {
  const totalByPairing = new Map<string, Readonly<{ matches: number; sum: number }>>();
  let [matches, sum] = [0, 0];
  return {
    addLosses(sides: RatedMatch['sides'], replayedLoss: number, comparedLoss: number): void {
      const difference = replayedLoss - comparedLoss;
      matches++;
      sum += difference;
      const pairing = pairingOf(sides);
      const total = totalByPairing.get(pairing) ?? { matches: 0, sum: 0 };
      totalByPairing.set(pairing, { matches: total.matches + 1, sum: total.sum + difference });
    },
    difference(): LossDifference {
      const pairings = totalByPairing.size;
      const mean = matches > 0 ? sum / matches : 0;
      let squaredDeviations = 0;
      for (const total of totalByPairing.values())
        squaredDeviations += (total.sum - total.matches * mean) ** 2;
      const standardError =
        pairings > 1 ? Math.sqrt((pairings / (pairings - 1)) * squaredDeviations) / matches : 0;
      return {
        matches,
        pairings,
        mean: toMillionths(mean),
        standardError: toMillionths(standardError),
      };
    },
  };
};

const verdictOf = (
  { matches, pairings }: LossDifference,
  [least, most]: ForecastEvidence['interval'],
): EvidenceVerdict => {
  if (matches < LEAST_EVIDENCE || pairings < LEAST_PAIRINGS) return 'too_few';
  if (least > 0) return 'worse';
  return most < 0 ? 'better' : 'unclear';
};

const verdictSentences: Record<EvidenceVerdict, string> = {
  better: 'Forecasts better.',
  unclear: 'No clear difference.',
  worse: 'Forecasts worse.',
  too_few: 'Too few matches to say.',
};

/** The verdict of a replay on a formula, with the figures behind it. */
export const evidenceOf = (sport: Sport, lossDifference: LossDifference): ForecastEvidence => {
  const { matches, pairings, mean, standardError } = lossDifference;
  const margin = DEVIATIONS * standardError;
  const interval = [toMillionths(mean - margin), toMillionths(mean + margin)] as const;
  const verdict = verdictOf(lossDifference, interval);
  const sample = `${matches} ${sport} ${matches === 1 ? 'match' : 'matches'} of ${pairings} ${pairings === 1 ? 'pairing' : 'pairings'}`;
  const figures = `Log loss ${signed(mean)} per match on ${sample}`;
  const range =
    pairings < 2 ? '' : `, 95% interval ${signed(interval[0])} to ${signed(interval[1])}`;
  const sentence = `${verdictSentences[verdict]} ${figures}${range}. Lower is better.`;
  return { verdict, sentence, matches, pairings, difference: mean, interval };
};

const signed = (difference: number): string => {
  const text = difference.toFixed(4);
  return difference > 0 ? `+${text}` : text;
};

/**
 * Whether an admin must acknowledge the verdict before they adopt the formula; null is untested. A
 * parameter that affects only ranks forecasts the same, so its verdict is `unclear`.
 */
export const needsAcknowledgement = (
  verdict: EvidenceVerdict | null,
): verdict is Exclude<EvidenceVerdict, 'better'> | null => verdict !== 'better';
