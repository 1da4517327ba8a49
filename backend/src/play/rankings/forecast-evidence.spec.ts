import { describe, expect, it } from '@jest/globals';
import { isRecentEvidence } from '@courtly/contracts/replay-limits';
import {
  LEAST_EVIDENCE,
  LEAST_PAIRINGS,
  evidenceOf,
  lossDifferenceTally,
  needsAcknowledgement,
} from './forecast-evidence.js';

const verdictOf = (matches: number, pairings: number, mean: number, standardError: number) =>
  evidenceOf('tennis', { matches, pairings, mean, standardError }).verdict;

const differenceOf = (
  losses: readonly (readonly [first: string, second: string, replayed: number, compared: number])[],
) => {
  const tally = lossDifferenceTally();
  for (const [first, second, replayed, compared] of losses)
    tally.addLosses([first.split('+'), second.split('+')], replayed, compared);
  return tally.difference();
};

describe('the paired difference in log loss', () => {
  it('has the mean and the standard error of the differences of separate pairings', () =>
    // Differences -0.1, 0.2, and -0.3: variance 0.19 / 3.
    expect(
      differenceOf([
        ['a', 'b', 0.5, 0.6],
        ['a', 'c', 0.7, 0.5],
        ['a', 'd', 0.4, 0.7],
      ]),
    ).toEqual({ matches: 3, pairings: 3, mean: -0.066667, standardError: 0.145297 }));

  it('does not become more certain if every match is played twice by the same sides', () =>
    expect(
      differenceOf([
        ['a', 'b', 0.5, 0.6],
        ['b', 'a', 0.5, 0.6],
        ['a', 'c', 0.7, 0.5],
        ['a', 'c', 0.7, 0.5],
        ['a+e', 'd+f', 0.4, 0.7],
        ['f+d', 'e+a', 0.4, 0.7],
      ]),
    ).toEqual({ matches: 6, pairings: 3, mean: -0.066667, standardError: 0.145297 }));

  it('is zero without matches', () =>
    expect(differenceOf([])).toEqual({ matches: 0, pairings: 0, mean: 0, standardError: 0 }));
});

describe('the verdict', () => {
  it.each([
    ['better', 500, 90, -0.01, 0.005],
    ['unclear', 500, 90, -0.01, 0.0052],
    ['unclear', 500, 90, 0, 0],
    ['worse', 500, 90, 0.01, 0.005],
    ['too_few', LEAST_EVIDENCE - 1, 90, 0.5, 0.01],
    ['worse', LEAST_EVIDENCE, 90, 0.5, 0.01],
    ['too_few', 500, LEAST_PAIRINGS - 1, 0.5, 0.01],
    ['worse', 500, LEAST_PAIRINGS, 0.5, 0.01],
  ] as const)(
    'is %s for %d matches of %d pairings, mean %d, error %d',
    (verdict, matches, pairings, mean, standardError) =>
      expect(verdictOf(matches, pairings, mean, standardError)).toBe(verdict),
  );

  it('is a sentence with the sample size and the interval', () => {
    const clear = { matches: 500, pairings: 90, mean: -0.01, standardError: 0.005 };
    expect(evidenceOf('tennis', clear).sentence).toBe(
      'Forecasts better. Log loss -0.0100 per match on 500 tennis matches of 90 pairings, 95% interval -0.0198 to -0.0002. Lower is better.',
    );
    const single = { matches: 1, pairings: 1, mean: 0.2, standardError: 0 };
    expect(evidenceOf('pickleball', single).sentence).toBe(
      'Too few matches to say. Log loss +0.2000 per match on 1 pickleball match of 1 pairing. Lower is better.',
    );
  });

  it('counts for 30 days', () => {
    const asOf = '2027-03-01T08:00:00.000Z';
    expect(isRecentEvidence(asOf, '2027-03-31T08:00:00.000Z')).toBe(true);
    expect(isRecentEvidence(asOf, '2027-03-31T08:00:00.001Z')).toBe(false);
  });

  it('must be acknowledged unless it is better', () =>
    expect(
      (['better', 'unclear', 'worse', 'too_few', null] as const).map(needsAcknowledgement),
    ).toEqual([false, true, true, true, true]));
});
