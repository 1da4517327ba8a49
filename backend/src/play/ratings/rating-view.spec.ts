import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { histories } from '../../../testing/rated-matches.js';
import { RatingFold } from './fold.js';
import { type Estimate, byRatingOrder } from './formula.js';
import { gamesShareDefaults, gamesShareGlicko } from './games-share-glicko.js';
import {
  LEAST_FIGURE,
  MOST_FIGURE,
  figureBySkillLevel,
  displayedOnSurface,
  displayedRating,
  expectedShare,
} from './rating-view.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const timestamp = Date.UTC(2026, 4, 1);
const estimate = (meanRating: number, ratingDeviation: number, matchCount: number): Estimate => ({
  mean: meanRating,
  deviation: ratingDeviation,
  volatility: 0,
  at: timestamp,
  matches: matchCount,
});
const none = new Map<string, Estimate>();

describe('the expected share of games', () => {
  const certain = (figure: number) => ({ figure, lowerBound: figure });

  it('is six of ten games for a lead of one point between certain ratings', () => {
    expect(expectedShare(certain(5), certain(4))).toBeCloseTo(0.6, 6);
    expect(expectedShare(certain(4), certain(5))).toBeCloseTo(0.4, 6);
    expect(expectedShare(certain(4), certain(4))).toBe(0.5);
  });

  it('is closer to even if a rating is uncertain', () => {
    const uncertain = expectedShare({ figure: 5, lowerBound: 3 }, certain(4));
    expect(uncertain).toBeGreaterThan(0.5);
    expect(uncertain).toBeLessThan(0.6);
  });
});

describe('a displayed rating', () => {
  it('consists of a figure, its range, and its lower bound', () =>
    expect(
      displayedRating({ skill: estimate(4.123456, 0.25, 12), surfaces: none }, timestamp),
    ).toEqual({
      figure: 4.12,
      range: [3.62, 4.62],
      lowerBound: 3.623456,
      matches: 12,
      provisional: false,
    }));

  it('counts as provisional below five matches', () => {
    expect(
      displayedRating({ skill: estimate(4, 0.5, 4), surfaces: none }, timestamp).provisional,
    ).toBe(true);
    expect(
      displayedRating({ skill: estimate(4, 0.5, 5), surfaces: none }, timestamp).provisional,
    ).toBe(false);
  });

  it('stays on its scale for any history', () =>
    fc.assert(
      fc.property(histories, (matches) => {
        const fold = new RatingFold(gamesShareGlicko(), {
          guess: (player) => (player < 'c' ? 16.4 : 1.1),
        });
        for (const match of [...matches].sort(byRatingOrder)) fold.rateMatch(match);
        for (const [, playerRating] of [
          ...fold.allRatings('singles'),
          ...fold.allRatings('doubles'),
        ]) {
          const { figure, range } = displayedRating(playerRating, timestamp);
          for (const value of [figure, ...range]) {
            expect(value).toBeGreaterThanOrEqual(LEAST_FIGURE);
            expect(value).toBeLessThanOrEqual(MOST_FIGURE);
          }
        }
      }),
      { numRuns: 50 },
    ));

  it('reaches both ends of the scale but not beyond', () => {
    expect(displayedRating({ skill: estimate(99, 0.1, 9), surfaces: none }, timestamp).figure).toBe(
      16.5,
    );
    expect(
      displayedRating({ skill: estimate(-99, 0.1, 9), surfaces: none }, timestamp).figure,
    ).toBe(1);
    expect(
      displayedRating({ skill: estimate(99, 0.1, 9), surfaces: none }, timestamp).lowerBound,
    ).toBe(98.8);
  });

  it('weights surfaces by matches played on them', () => {
    const surfaces = new Map([
      ['clay', estimate(0.4, 0.1, 3)],
      ['hard', estimate(-0.4, 0.1, 1)],
    ]);
    const playerRating = { skill: estimate(5, 0.2, 4), surfaces };
    expect(displayedRating(playerRating, timestamp).figure).toBe(5.2);
    expect(displayedOnSurface(playerRating, 'clay', timestamp)).toMatchObject({
      figure: 5.4,
      matches: 3,
      provisional: true,
    });
    expect(displayedOnSurface(playerRating, 'grass', timestamp)).toMatchObject({
      figure: 5,
      matches: 0,
    });
  });

  it('widens its range with idle time, up to that of a newcomer', () => {
    const playerRating = { skill: estimate(4, 0.2, 30), surfaces: none };
    const reach = (days: number) =>
      4 - displayedRating(playerRating, timestamp + days * DAY_MS).lowerBound;
    expect(reach(60)).toBeGreaterThan(reach(30));
    expect(reach(100_000)).toBeCloseTo(2 * gamesShareDefaults.startDeviation, 6);
  });

  it("starts from the player's self-assessment", () =>
    expect(Object.values(figureBySkillLevel)).toEqual([2.5, 3.5, 4.5, 5.5]));
});
