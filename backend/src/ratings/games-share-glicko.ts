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

const ageing = (p: GamesShareParameters) => ({
  skill: (estimate: Estimate, now: number) => variance(estimate, p.startDeviation, p.skillDrift, now),
  surface: (estimate: Estimate, now: number) => variance(estimate, p.surfaceDeviation, p.surfaceDrift, now),
});

type Ageing = ReturnType<typeof ageing>;

const strengthOf = (side: readonly Standing[], { playedAt, surface }: Fixture, aged: Ageing): Strength => {
  let [mean, variance] = [0, 0];
  for (const { skill, onSurface } of side) {
    mean += skill.mean;
    variance += aged.skill(skill, playedAt);
    if (surface === null) continue;
    mean += onSurface.mean;
    variance += aged.surface(onSurface, playedAt);
  }
  return { mean: mean / side.length, variance: variance / (side.length * side.length) };
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

/** Each member by their own uncertainty: `push` is the gain in mean, `pull` the loss in variance, both for a variance of 1. */
const moveSide = (side: readonly Standing[], match: RatedMatch, push: number, pull: number, aged: Ageing): Standing[] =>
  side.map(({ skill, onSurface }) => ({
    skill: moved(skill, aged.skill(skill, match.playedAt), push, pull, match.playedAt),
    onSurface:
      match.surface === null
        ? onSurface
        : moved(onSurface, aged.surface(onSurface, match.playedAt), push, pull, match.playedAt),
  }));

const rateBy = (p: GamesShareParameters, aged: Ageing) => {
  const slope = p.gameSlope;
  return ([one, other]: Sides<readonly Standing[]>, match: RatedMatch, weight: number): Outcome => {
    const [a, b] = [strengthOf(one, match, aged), strengthOf(other, match, aged)];
    const { games, margin } = scoreOf(match, p);
    const expected = advantage(slope, a, b);
    const surprise = margin - expected;
    const counted = p.gameWeight * games * weight;
    const information = slope * slope * counted * (0.25 - expected * expected);
    const spread = 1 + information * (a.variance + b.variance);
    const held = p.winnerNeverDrops && match.winner !== null && (match.winner === 0 ? surprise < 0 : surprise > 0);
    const push = held ? 0 : (slope * counted * surprise) / spread;
    const pull = held ? 0 : information / spread;
    const move = (side: readonly Standing[], sign: number) =>
      moveSide(side, match, (sign * push) / side.length, pull / (side.length * side.length), aged);
    return {
      expected: rounded(0.5 + expected),
      actual: rounded(0.5 + margin),
      held,
      after: [move(one, 1), move(other, -1)],
    };
  };
};

/**
 * Glicko (Glickman 1999) on the share of games instead of the result, after every match, with a skill and an offset for each
 * surface, both learned at once: one step of an extended Kalman filter. Means and deviations are points of the shown figure.
 */
export const gamesShareGlicko = (changes: Partial<GamesShareParameters> = {}): Formula => {
  const parameters = { ...gamesShareDefaults, ...changes };
  const { start, startDeviation, surfaceDeviation, gameSlope, matchSlope, bestOfFiveSlope } = parameters;
  const aged = ageing(parameters);
  const estimate = (mean: number, deviation: number) => ({ mean, deviation, volatility: 0, at: 0, matches: 0 });
  const onSurface = estimate(0, surfaceDeviation);
  return {
    id: 'games-share-glicko-1',
    parameters,
    repeatedPairDays: parameters.repeatedPairDays,
    start: (figure) => ({ skill: estimate(figure ?? start, startDeviation), onSurface }),
    forecast: ([one, other], fixture) => {
      const slope = gameSlope * matchSlope * (fixture.bestOf === 5 ? bestOfFiveSlope : 1);
      return 0.5 + advantage(slope, strengthOf(one, fixture, aged), strengthOf(other, fixture, aged));
    },
    rate: rateBy(parameters, aged),
  };
};
