import { describe, expect, it } from '@jest/globals';
import {
  LEAST_EVIDENCE,
  evidenceOf,
  lossDifferenceTally,
  needsAcknowledgement,
} from './forecast-evidence.js';

const verdictOf = (matches: number, mean: number, standardError: number) =>
  evidenceOf('tennis', { matches, mean, standardError }).verdict;

describe('the paired difference in log loss', () => {
  it('has the mean and the standard error of the differences', () => {
    const tally = lossDifferenceTally();
    for (const [replayedLoss, comparedLoss] of [
      [0.5, 0.6],
      [0.7, 0.5],
      [0.4, 0.7],
    ] as const)
      tally.addLosses(replayedLoss, comparedLoss);
    // Differences -0.1, 0.2, and -0.3: variance 0.19 / 3.
    expect(tally.difference()).toEqual({ matches: 3, mean: -0.066667, standardError: 0.145297 });
  });

  it('is zero without matches', () =>
    expect(lossDifferenceTally().difference()).toEqual({
      matches: 0,
      mean: 0,
      standardError: 0,
    }));
});

describe('the verdict', () => {
  it.each([
    ['better', 500, -0.01, 0.005],
    ['unclear', 500, -0.01, 0.0052],
    ['unclear', 500, 0, 0],
    ['worse', 500, 0.01, 0.005],
    ['too_few', LEAST_EVIDENCE - 1, 0.5, 0.01],
    ['worse', LEAST_EVIDENCE, 0.5, 0.01],
  ] as const)('is %s for %d matches, mean %d, error %d', (verdict, matches, mean, error) =>
    expect(verdictOf(matches, mean, error)).toBe(verdict),
  );

  it('is a sentence with the sample size and the interval', () => {
    expect(evidenceOf('tennis', { matches: 500, mean: -0.01, standardError: 0.005 }).sentence).toBe(
      'Forecasts better. Log loss -0.0100 per match on 500 tennis matches, 95% interval -0.0198 to -0.0002. Lower is better.',
    );
    expect(evidenceOf('pickleball', { matches: 1, mean: 0.2, standardError: 0 }).sentence).toBe(
      'Too few matches to say. Log loss +0.2000 per match on 1 pickleball match. Lower is better.',
    );
  });

  it('must be acknowledged unless it is better', () =>
    expect(
      (['better', 'unclear', 'worse', 'too_few', null] as const).map(needsAcknowledgement),
    ).toEqual([false, true, true, true, true]));
});
