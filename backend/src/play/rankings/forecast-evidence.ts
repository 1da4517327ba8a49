import type { EvidenceVerdict } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';

/**
 * The mean difference in log loss per match between the replayed and the compared formula, and its
 * standard error. Both forecast the same matches. A negative mean is better.
 */
export type LossDifference = Readonly<{ matches: number; mean: number; standardError: number }>;

/** The evidence for the replayed formula. `interval` contains the mean 19 times out of 20. */
export type ForecastEvidence = Readonly<{
  verdict: EvidenceVerdict;
  sentence: string;
  matches: number;
  difference: number;
  interval: readonly [least: number, most: number];
}>;

/** With fewer matches, the standard error itself is a guess. */
export const LEAST_EVIDENCE = 100;
/** Two-sided 95% of a normal distribution. */
const DEVIATIONS = 1.96;

const toMillionths = (exactValue: number): number => Math.round(exactValue * 1e6) / 1e6 + 0;

/** Collects the losses of both formulas on the same matches (Welford's algorithm). */
export const lossDifferenceTally = () => {
  let [matches, mean, squaredDeviations] = [0, 0, 0];
  return {
    addLosses(replayedLoss: number, comparedLoss: number): void {
      const difference = replayedLoss - comparedLoss;
      matches++;
      const deviation = difference - mean;
      mean += deviation / matches;
      squaredDeviations += deviation * (difference - mean);
    },
    difference(): LossDifference {
      const variance = matches > 1 ? squaredDeviations / (matches - 1) : 0;
      return {
        matches,
        mean: toMillionths(mean),
        standardError: toMillionths(matches > 1 ? Math.sqrt(variance / matches) : 0),
      };
    },
  };
};

const verdictOf = (
  matches: number,
  [least, most]: ForecastEvidence['interval'],
): EvidenceVerdict => {
  if (matches < LEAST_EVIDENCE) return 'too_few';
  if (least > 0) return 'worse';
  return most < 0 ? 'better' : 'unclear';
};

const verdictSentences: Record<EvidenceVerdict, string> = {
  better: 'Forecasts better.',
  unclear: 'No clear difference.',
  worse: 'Forecasts worse.',
  too_few: 'Too few matches to say.',
};

/** What a replay says about a formula, in one verdict and the figures behind it. */
export const evidenceOf = (
  sport: Sport,
  { matches, mean, standardError }: LossDifference,
): ForecastEvidence => {
  const margin = DEVIATIONS * standardError;
  const interval = [toMillionths(mean - margin), toMillionths(mean + margin)] as const;
  const verdict = verdictOf(matches, interval);
  const figures = `Log loss ${signed(mean)} per match on ${matches} ${sport} ${matches === 1 ? 'match' : 'matches'}`;
  const range =
    matches < 2 ? '' : `, 95% interval ${signed(interval[0])} to ${signed(interval[1])}`;
  const sentence = `${verdictSentences[verdict]} ${figures}${range}. Lower is better.`;
  return { verdict, sentence, matches, difference: mean, interval };
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
