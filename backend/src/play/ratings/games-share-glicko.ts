import type { Estimates } from './estimates.js';
import {
  DAY_MS,
  type Estimate,
  type Fixture,
  type Formula,
  type Outcome,
  type RatedMatch,
  type Ratings,
  type Rows,
  type Sides,
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

const YEAR_MS = 365.25 * DAY_MS;

const grown = (deviation: number, idleMs: number, most: number, drift: number): number =>
  Math.min(most * most, deviation * deviation + (drift * drift * Math.max(0, idleMs)) / YEAR_MS);

/** The variance of an estimate by `now`: it grows by `drift` squared an idle year, up to `most` squared. */
export const variance = (
  { deviation, at, matches }: Estimate,
  most: number,
  drift: number,
  now: number,
): number => (matches === 0 ? deviation * deviation : grown(deviation, now - at, most, drift));

const varianceOf = (
  estimates: Estimates,
  row: number,
  most: number,
  drift: number,
  now: number,
): number => {
  const deviation = estimates.deviation(row);
  return estimates.matches(row) === 0
    ? deviation * deviation
    : grown(deviation, now - estimates.at(row), most, drift);
};

/** A side is the mean of its members: its strength in points ... */
const strengthOf = ({ skills, offsets }: Ratings, side: Rows, { surface }: Fixture): number => {
  let sum = 0;
  for (let member = 0; member < side.size; member++) {
    sum += skills.mean(side.skills[member]!);
    if (surface !== null) sum += offsets.mean(side.offsets[member]!);
  }
  return sum / side.size;
};

/** ... and the variance of that, by the match, for which each member's own is noted. */
const spreadOf = (
  { skills, offsets }: Ratings,
  side: Rows,
  match: Fixture,
  p: GamesShareParameters,
): number => {
  const { playedAt, surface } = match;
  let sum = 0;
  for (let member = 0; member < side.size; member++) {
    const row = side.skills[member]!;
    sum += skills.note(row, varianceOf(skills, row, p.startDeviation, p.skillDrift, playedAt));
    if (surface === null) continue;
    const offset = side.offsets[member]!;
    sum += offsets.note(
      offset,
      varianceOf(offsets, offset, p.surfaceDeviation, p.surfaceDrift, playedAt),
    );
  }
  return sum / (side.size * side.size);
};

/** Glicko's g: odds are nearer to even the less is known of both sides. */
const damping = (slope: number, variance: number): number =>
  1 / Math.sqrt(1 + (3 * slope * slope * variance) / (Math.PI * Math.PI));

/** By how much the expectation of side 0 exceeds a half. A tangent is odd to the last digit: swapped sides mirror each other. */
const advantage = (slope: number, lead: number, spread: number): number =>
  Math.tanh((slope * damping(slope, spread) * lead) / 2) / 2;

const countedGames = ({ games: [own, others] }: RatedMatch, p: GamesShareParameters): number =>
  own + others > 0 ? Math.min(own + others, p.mostGames) : p.unscoredGames;

/** By how much side 0's share of the games exceeds a half. */
const marginOf = (match: RatedMatch, p: GamesShareParameters): number => {
  const [own, others] = match.games;
  if (own + others > 0) return (own - others) / (2 * (own + others));
  return (2 * resultOf(match) - 1) * (p.unscoredShare - 0.5);
};

/** @param push the gain in mean for a variance of 1, @param pull the loss in variance */
const move = (estimates: Estimates, row: number, push: number, pull: number, at: number): void => {
  const variance = estimates.variance(row);
  const mean = rounded(estimates.mean(row) + variance * push);
  estimates.move(row, mean, rounded(Math.sqrt(variance * (1 - variance * pull))), 0, at);
};

/** Each member moves by their own uncertainty, and by their part in the side. */
const moveSide = (
  ratings: Ratings,
  side: Rows,
  { playedAt: at, surface }: RatedMatch,
  push: number,
  pull: number,
): void => {
  const gain = push / side.size;
  const loss = pull / (side.size * side.size);
  for (let member = 0; member < side.size; member++) {
    move(ratings.skills, side.skills[member]!, gain, loss, at);
    if (surface !== null) move(ratings.offsets, side.offsets[member]!, gain, loss, at);
  }
};

const rate = (
  ratings: Ratings,
  [one, other]: Sides<Rows>,
  match: RatedMatch,
  weight: number,
  p: GamesShareParameters,
): Outcome => {
  const slope = p.gameSlope;
  const lead = strengthOf(ratings, one, match) - strengthOf(ratings, other, match);
  const variance = spreadOf(ratings, one, match, p) + spreadOf(ratings, other, match, p);
  const expected = advantage(slope, lead, variance);
  const margin = marginOf(match, p);
  const surprise = margin - expected;
  const counted = p.gameWeight * countedGames(match, p) * weight;
  const information = slope * slope * counted * (0.25 - expected * expected);
  const spread = 1 + information * variance;
  const held =
    p.winnerNeverDrops &&
    match.winner !== null &&
    (match.winner === 0 ? surprise < 0 : surprise > 0);
  const push = held ? 0 : (slope * counted * surprise) / spread;
  const pull = held ? 0 : information / spread;
  moveSide(ratings, one, match, push, pull);
  moveSide(ratings, other, match, -push, pull);
  return { expected: rounded(0.5 + expected), actual: rounded(0.5 + margin), held };
};

/**
 * Glicko (Glickman 1999) on the share of games instead of the result, after every match, with a skill and an offset for each
 * surface, both learned at once: one step of an extended Kalman filter. Means and deviations are points of the shown figure.
 */
export const gamesShareGlicko = (changes: Partial<GamesShareParameters> = {}): Formula => {
  const parameters = { ...gamesShareDefaults, ...changes };
  const { start, startDeviation, surfaceDeviation, gameSlope, matchSlope, bestOfFiveSlope } =
    parameters;
  const estimate = (mean: number, deviation: number) => ({
    mean,
    deviation,
    volatility: 0,
    at: 0,
    matches: 0,
  });
  const onSurface = estimate(0, surfaceDeviation);
  return {
    id: 'games-share-glicko-1',
    parameters,
    repeatedPairDays: parameters.repeatedPairDays,
    start: (figure) => ({ skill: estimate(figure ?? start, startDeviation), onSurface }),
    forecast: (ratings, [one, other], fixture) => {
      const slope = gameSlope * matchSlope * (fixture.bestOf === 5 ? bestOfFiveSlope : 1);
      const lead = strengthOf(ratings, one, fixture) - strengthOf(ratings, other, fixture);
      const variance =
        spreadOf(ratings, one, fixture, parameters) + spreadOf(ratings, other, fixture, parameters);
      return 0.5 + advantage(slope, lead, variance);
    },
    rate: (ratings, sides, match, weight) => rate(ratings, sides, match, weight, parameters),
  };
};
