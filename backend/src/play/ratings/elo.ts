import type { Estimates } from './estimates.js';
import {
  type Estimate,
  type Formula,
  type Ratings,
  type Rows,
  resultOf,
  rounded,
} from './formula.js';

/** Parameters of Elo, on its usual scale: 400 points are odds of 10 to 1. */
export type EloParameters = Readonly<{
  start: number;
  /** A match changes a rating by K = most / (matches + offset) ^ exponent, times its weight. */
  most: number;
  offset: number;
  exponent: number;
  /** The share of the separate surface rating in a forecast. */
  surfaceShare: number;
}>;

const defaults: EloParameters = {
  start: 1_500,
  most: 250,
  offset: 5,
  exponent: 0.4,
  surfaceShare: 0,
};

const expectation = (own: number, others: number): number => 1 / (1 + 10 ** ((others - own) / 400));

const mean = (estimates: Estimates, rows: readonly number[], size: number): number => {
  let sum = 0;
  for (let member = 0; member < size; member++) sum += estimates.mean(rows[member]!);
  return sum / size;
};

const skillOf = ({ skills }: Ratings, side: Rows): number => mean(skills, side.skills, side.size);

const onSurface = ({ offsets }: Ratings, side: Rows): number =>
  mean(offsets, side.offsets, side.size);

/**
 * Elo on results, with a K that falls with the number of matches (as FiveThirtyEight did for
 * tennis). A doubles side is the mean of both players. No uncertainty. With a `surfaceShare`, each
 * surface has a second rating.
 */
export const elo = (changes: Partial<EloParameters> = {}): Formula => {
  const parameters = { ...defaults, ...changes };
  const { start, most, offset, exponent, surfaceShare } = parameters;
  const estimate: Estimate = { mean: start, deviation: 0, volatility: 0, at: 0, matches: 0 };
  const move = (estimates: Estimates, row: number, surprise: number, at: number) => {
    const gain = (most / (estimates.matches(row) + offset) ** exponent) * surprise;
    estimates.move(row, rounded(estimates.mean(row) + gain), 0, 0, at);
  };
  const moveSide = (
    { skills, offsets }: Ratings,
    side: Rows,
    bySkill: number,
    bySurface: number | null,
    at: number,
  ) => {
    for (let member = 0; member < side.size; member++) {
      move(skills, side.skills[member]!, bySkill, at);
      if (bySurface !== null) move(offsets, side.offsets[member]!, bySurface, at);
    }
  };
  return {
    id: surfaceShare > 0 ? 'elo-surface-1' : 'elo-1',
    parameters,
    repeatedPairDays: 0,
    start: () => ({ skill: estimate, onSurface: estimate }),
    forecast: (ratings, [one, other], { surface }) => {
      const seen = (side: Rows) =>
        surface === null
          ? skillOf(ratings, side)
          : skillOf(ratings, side) * (1 - surfaceShare) + onSurface(ratings, side) * surfaceShare;
      return expectation(seen(one), seen(other));
    },
    rate: (ratings, [one, other], match, weight) => {
      const actual = resultOf(match);
      const expected = expectation(skillOf(ratings, one), skillOf(ratings, other));
      const bySkill = weight * (actual - expected);
      const bySurface =
        match.surface === null
          ? null
          : weight * (actual - expectation(onSurface(ratings, one), onSurface(ratings, other)));
      moveSide(ratings, one, bySkill, bySurface, match.playedAt);
      moveSide(ratings, other, -bySkill, bySurface === null ? null : -bySurface, match.playedAt);
      return { expected: rounded(expected), actual, held: false };
    },
  };
};
