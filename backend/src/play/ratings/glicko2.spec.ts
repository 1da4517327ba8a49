import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { byIllinois, byNewton, volatilityAfter } from './glicko2-volatility.js';
import { GLICKO_SCALE, dampingOf, expectation, idleDeviation, varianceAfter } from './glicko2.js';

describe('Glicko-2', () => {
  it("reproduces the example in Glickman's paper", () => {
    const opponents = [
      { mean: 1_400, deviation: 30, score: 1 },
      { mean: 1_550, deviation: 100, score: 0 },
      { mean: 1_700, deviation: 300, score: 0 },
    ];
    const [scaledDeviation, volatility] = [200 / GLICKO_SCALE, 0.06];
    let [information, surprise] = [0, 0];
    for (const { mean, deviation, score } of opponents) {
      const damping = dampingOf(deviation / GLICKO_SCALE);
      const expected = expectation(1_500 - mean, damping);
      information += damping ** 2 * expected * (1 - expected);
      surprise += damping * (score - expected);
    }
    const nextVolatility = volatilityAfter(scaledDeviation, volatility, information, surprise, 0.5);
    const variance = varianceAfter(scaledDeviation, nextVolatility, information);
    expect(1_500 + variance * surprise * GLICKO_SCALE).toBeCloseTo(1_464.06, 1);
    expect(Math.sqrt(variance) * GLICKO_SCALE).toBeCloseTo(151.52, 2);
    expect(nextVolatility).toBeCloseTo(0.05999, 4);
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

  it('increases the deviation in a period without matches', () => {
    const lastMatch = { mean: 1_500, deviation: 50, volatility: 0.06, at: 0, matches: 1 };
    expect(idleDeviation(lastMatch, 30, 30 * DAY_MS)).toBeCloseTo(50, 9);
    expect(idleDeviation(lastMatch, 30, 60 * DAY_MS)).toBeCloseTo(51.07, 2);
  });
});
