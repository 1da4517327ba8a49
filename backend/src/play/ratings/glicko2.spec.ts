import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byIllinois, byNewton } from './glicko2-volatility.js';
import { afterPeriod } from './glicko2.js';

describe('Glicko-2', () => {
  it("reproduces the example in Glickman's paper", () => {
    const opponents = [
      { mean: 1_400, deviation: 30, score: 1 },
      { mean: 1_550, deviation: 100, score: 0 },
      { mean: 1_700, deviation: 300, score: 0 },
    ];
    const results = opponents.map(({ mean, deviation, score }) => ({
      lead: 1_500 - mean,
      deviation,
      score,
      weight: 1,
    }));
    const { mean, deviation, volatility } = afterPeriod(
      { mean: 1_500, deviation: 200, volatility: 0.06 },
      results,
      0.5,
    );
    expect(mean).toBeCloseTo(1_464.06, 1);
    expect(deviation).toBeCloseTo(151.52, 2);
    expect(volatility).toBeCloseTo(0.05999, 4);
  });

  it("finds the volatility of the paper's algorithm in fewer steps", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 2.5, noNaN: true }),
        fc.double({ min: 0.02, max: 0.2, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.double({ min: 0.3, max: 1.2, noNaN: true }),
        (scaledDeviation, ratingVolatility, resultVariance, improvement, volatilityLimit) => {
          const startLogVariance = 2 * Math.log(ratingVolatility);
          const [squaredDeviation, squaredImprovement] = [
            scaledDeviation * scaledDeviation,
            improvement * improvement,
          ];
          const logVarianceChange = byNewton(
            squaredDeviation,
            resultVariance,
            squaredImprovement,
            ratingVolatility * ratingVolatility,
            volatilityLimit,
          );
          fc.pre(!Number.isNaN(logVarianceChange));
          expect(startLogVariance + logVarianceChange).toBeCloseTo(
            byIllinois({
              squaredDeviation,
              resultVariance,
              squaredImprovement,
              startLogVariance,
              volatilityLimit,
            }),
            5,
          );
        },
      ),
    ));

  it('only increases the deviation in a period without matches', () => {
    const { mean, deviation } = afterPeriod({ mean: 1_500, deviation: 50, volatility: 0.06 }, []);
    expect(mean).toBe(1_500);
    expect(deviation).toBeCloseTo(51.07, 2);
  });
});
