import { type Estimate, type Formula, type Standing, resultOf, rounded } from './formula.js';

/** The numbers of Elo. Ratings are on its usual scale, where 400 more are odds of 10 to 1. */
export type EloParameters = Readonly<{
  start: number;
  /** A match moves a rating by K = most / (matches + offset) ^ exponent, times the weight of the match. */
  most: number;
  offset: number;
  exponent: number;
  /** The part that a rating of its own for each surface has in a forecast. */
  surfaceShare: number;
}>;

const defaults: EloParameters = { start: 1_500, most: 250, offset: 5, exponent: 0.4, surfaceShare: 0 };

const expectation = (own: number, others: number): number => 1 / (1 + 10 ** ((others - own) / 400));

const mean = (side: readonly Standing[], of: (standing: Standing) => number): number =>
  side.reduce((sum, standing) => sum + of(standing), 0) / side.length;

/**
 * Elo by results alone, with a K that falls as a player's matches grow (as FiveThirtyEight did for tennis); a side of two is the
 * mean of both. It knows no uncertainty. With a `surfaceShare` it keeps a second rating for each surface.
 */
export const elo = (changes: Partial<EloParameters> = {}): Formula => {
  const parameters = { ...defaults, ...changes };
  const { start, most, offset, exponent, surfaceShare } = parameters;
  const estimate: Estimate = { mean: start, deviation: 0, volatility: 0, at: 0, matches: 0 };
  const moved = (before: Estimate, surprise: number, at: number): Estimate => ({
    ...before,
    mean: rounded(before.mean + (most / (before.matches + offset) ** exponent) * surprise),
    at,
    matches: before.matches + 1,
  });
  const blended = ({ skill, onSurface }: Standing) => skill.mean * (1 - surfaceShare) + onSurface.mean * surfaceShare;
  return {
    id: surfaceShare > 0 ? 'elo-surface-1' : 'elo-1',
    parameters,
    repeatedPairDays: 0,
    start: () => ({ skill: estimate, onSurface: estimate }),
    forecast: ([one, other], { surface }) => {
      const seen = surface === null ? ({ skill }: Standing) => skill.mean : blended;
      return expectation(mean(one, seen), mean(other, seen));
    },
    rate: ([one, other], match, weight) => {
      const actual = resultOf(match);
      const surpriseOf = (seen: (standing: Standing) => number) =>
        actual - expectation(mean(one, seen), mean(other, seen));
      const bySkill = surpriseOf(({ skill }) => skill.mean);
      const onSurface = surpriseOf((standing) => standing.onSurface.mean);
      const move = (side: readonly Standing[], sign: number): Standing[] =>
        side.map((standing) => ({
          skill: moved(standing.skill, sign * weight * bySkill, match.playedAt),
          onSurface:
            match.surface === null
              ? standing.onSurface
              : moved(standing.onSurface, sign * weight * onSurface, match.playedAt),
        }));
      return { expected: rounded(actual - bySkill), actual, held: false, after: [move(one, 1), move(other, -1)] };
    },
  };
};
