import {
  DAY_MS,
  type Estimate,
  type Fixture,
  type Formula,
  type Outcome,
  type RatedMatch,
  type Sides,
  type Standing,
  resultOf,
  rounded,
} from './formula.js';

/** The numbers of the formula. Points are those of the shown figure. `docs/ratings.md` says where each comes from. */
export type GamesShareParameters = Readonly<{
  /** The skill of a newcomer of whom nothing is known, in points. */
  start: number;
  /** How far a newcomer's skill may be off (one standard deviation), in points; idle time never takes it beyond. */
  startDeviation: number;
  /** How far a surface may change a player's skill (one standard deviation), in points; idle time never takes it beyond. */
  surfaceDeviation: number;
  /** By how much a skill drifts in an idle year (one standard deviation), in points. Glicko's c. */
  skillDrift: number;
  /** The same for what a surface changes. */
  surfaceDrift: number;
  /** The log-odds of winning a game, for each point between the sides. Glicko's q, for games. */
  gameSlope: number;
  /** By how much steeper the odds of winning a match are than those of a game. */
  matchSlope: number;
  /** The same once more where a match goes over five sets. */
  bestOfFiveSlope: number;
  /** What a game tells, compared with one that is independent of all others of its match. */
  gameWeight: number;
  /** More games than these count as these. */
  mostGames: number;
  /** A match of which only the winner was logged counts as so many games ... */
  unscoredGames: number;
  /** ... of which the winner had this share. */
  unscoredShare: number;
  /** Within so many days the nth meeting of the same two sides counts 1/sqrt(n). */
  repeatedPairDays: number;
  /** Nobody moves where the winner of a match would drop. */
  winnerNeverDrops: boolean;
}>;

export const gamesShareDefaults: GamesShareParameters = {
  start: 4,
  startDeviation: 1,
  surfaceDeviation: 0.6103,
  skillDrift: 0.5648,
  surfaceDrift: 0.2017,
  gameSlope: Math.log(0.6 / 0.4),
  matchSlope: 3.601,
  bestOfFiveSlope: 2.002,
  gameWeight: 0.2171,
  mostGames: 60,
  unscoredGames: 10,
  unscoredShare: 0.6,
  repeatedPairDays: 30,
  winnerNeverDrops: true,
};

/** A side is the mean of its members: its strength in points, and the variance of that. */
type Strength = Readonly<{ mean: number; variance: number }>;

const YEAR_MS = 365.25 * DAY_MS;

/** The variance of an estimate by `now`: it grows by `drift` squared an idle year, up to `most` squared. */
export const variance = ({ deviation, at, matches }: Estimate, most: number, drift: number, now: number): number =>
  matches === 0
    ? deviation * deviation
    : Math.min(most * most, deviation * deviation + (drift * drift * Math.max(0, now - at)) / YEAR_MS);

const skillVariance = ({ skill }: Standing, p: GamesShareParameters, now: number): number =>
  variance(skill, p.startDeviation, p.skillDrift, now);

const surfaceVariance = ({ onSurface }: Standing, p: GamesShareParameters, now: number): number =>
  variance(onSurface, p.surfaceDeviation, p.surfaceDrift, now);

const strengthOf = (side: readonly Standing[], { playedAt, surface }: Fixture, p: GamesShareParameters): Strength => {
  let mean = 0;
  let spread = 0;
  for (const standing of side) {
    mean += standing.skill.mean;
    spread += skillVariance(standing, p, playedAt);
    if (surface === null) continue;
    mean += standing.onSurface.mean;
    spread += surfaceVariance(standing, p, playedAt);
  }
  return { mean: mean / side.length, variance: spread / (side.length * side.length) };
};

/** Glicko's g: odds are nearer to even the less is known of both sides. */
const damping = (slope: number, variance: number): number =>
  1 / Math.sqrt(1 + (3 * slope * slope * variance) / (Math.PI * Math.PI));

/** By how much the expectation of side 0 exceeds a half. A tangent is odd to the last digit: swapped sides mirror each other. */
const advantage = (slope: number, one: Strength, other: Strength): number =>
  Math.tanh((slope * damping(slope, one.variance + other.variance) * (one.mean - other.mean)) / 2) / 2;

type Score = Readonly<{ games: number; margin: number }>;

/** How many games count, and by how much side 0's share of them exceeds a half. */
const scoreOf = (match: RatedMatch, p: GamesShareParameters): Score => {
  const [own, others] = match.games;
  const games = own + others;
  if (games > 0) return { games: Math.min(games, p.mostGames), margin: (own - others) / (2 * games) };
  return { games: p.unscoredGames, margin: (2 * resultOf(match) - 1) * (p.unscoredShare - 0.5) };
};

const moved = (before: Estimate, variance: number, push: number, pull: number, at: number): Estimate => ({
  mean: rounded(before.mean + variance * push),
  deviation: rounded(Math.sqrt(variance * (1 - variance * pull))),
  volatility: 0,
  at,
  matches: before.matches + 1,
});

/** What a match does to a side: the gain in mean and the loss in variance, both for a variance of 1. */
type Move = Readonly<{ push: number; pull: number }>;

/** Each member moves by their own uncertainty, and by their part in the side. */
const moveSide = (side: readonly Standing[], match: RatedMatch, { push, pull }: Move, p: GamesShareParameters) => {
  const { playedAt: at, surface } = match;
  const gain = push / side.length;
  const loss = pull / (side.length * side.length);
  const after: Standing[] = [];
  for (const standing of side)
    after.push({
      skill: moved(standing.skill, skillVariance(standing, p, at), gain, loss, at),
      onSurface:
        surface === null
          ? standing.onSurface
          : moved(standing.onSurface, surfaceVariance(standing, p, at), gain, loss, at),
    });
  return after;
};

const rate = (
  [one, other]: Sides<readonly Standing[]>,
  match: RatedMatch,
  weight: number,
  p: GamesShareParameters,
): Outcome => {
  const slope = p.gameSlope;
  const a = strengthOf(one, match, p);
  const b = strengthOf(other, match, p);
  const { games, margin } = scoreOf(match, p);
  const expected = advantage(slope, a, b);
  const surprise = margin - expected;
  const counted = p.gameWeight * games * weight;
  const information = slope * slope * counted * (0.25 - expected * expected);
  const spread = 1 + information * (a.variance + b.variance);
  const held = p.winnerNeverDrops && match.winner !== null && (match.winner === 0 ? surprise < 0 : surprise > 0);
  const push = held ? 0 : (slope * counted * surprise) / spread;
  const pull = held ? 0 : information / spread;
  return {
    expected: rounded(0.5 + expected),
    actual: rounded(0.5 + margin),
    held,
    after: [moveSide(one, match, { push, pull }, p), moveSide(other, match, { push: -push, pull }, p)],
  };
};

/**
 * Glicko (Glickman 1999) on the share of games instead of the result, after every match, with a skill and an offset for each
 * surface, both learned at once: one step of an extended Kalman filter. Means and deviations are points of the shown figure.
 */
export const gamesShareGlicko = (changes: Partial<GamesShareParameters> = {}): Formula => {
  const parameters = { ...gamesShareDefaults, ...changes };
  const { start, startDeviation, surfaceDeviation, gameSlope, matchSlope, bestOfFiveSlope } = parameters;
  const estimate = (mean: number, deviation: number) => ({ mean, deviation, volatility: 0, at: 0, matches: 0 });
  const onSurface = estimate(0, surfaceDeviation);
  return {
    id: 'games-share-glicko-1',
    parameters,
    repeatedPairDays: parameters.repeatedPairDays,
    start: (figure) => ({ skill: estimate(figure ?? start, startDeviation), onSurface }),
    forecast: ([one, other], fixture) => {
      const slope = gameSlope * matchSlope * (fixture.bestOf === 5 ? bestOfFiveSlope : 1);
      return 0.5 + advantage(slope, strengthOf(one, fixture, parameters), strengthOf(other, fixture, parameters));
    },
    rate: (sides, match, weight) => rate(sides, match, weight, parameters),
  };
};
