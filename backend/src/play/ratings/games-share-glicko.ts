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

/** Parameters, in points of the displayed figure. `docs/ratings.md` has the source of each. */
export type GamesShareParameters = Readonly<{
  /** The skill of an unknown newcomer. */
  start: number;
  /** The standard deviation of a newcomer's skill, and its upper limit. */
  startDeviation: number;
  /** The standard deviation of a surface offset, and its upper limit. */
  surfaceDeviation: number;
  /** The standard deviation of a skill's drift in an idle year. Glicko's c. */
  skillDrift: number;
  /** The same for surface offsets. */
  surfaceDrift: number;
  /** Log-odds of winning a game, per point of difference. Glicko's q, for games. */
  gameSlope: number;
  /** The odds of a match are steeper than those of a game by this factor. */
  matchSlope: number;
  /** An additional factor for best-of-five matches. */
  bestOfFiveSlope: number;
  /**
   * The information of a game relative to one that is independent of the other games of its match.
   */
  gameWeight: number;
  /** A cap on the number of games. */
  mostGames: number;
  /** A match with only a winner counts as this many games ... */
  unscoredGames: number;
  /** ... of which the winner won this share. */
  unscoredShare: number;
  /** Days within which the nth meeting of the same sides counts 1/sqrt(n). */
  repeatedPairDays: number;
  /** No rating changes if the winner would drop. */
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

/** The variance at `now`: it grows by `drift` squared per idle year, up to `most` squared. */
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

/** The strength of a side is the mean of its players, in points ... */
const strengthOf = ({ skills, offsets }: Ratings, side: Rows, { surface }: Fixture): number => {
  let sum = 0;
  for (let member = 0; member < side.size; member++) {
    sum += skills.mean(side.skills[member]!);
    if (surface !== null) sum += offsets.mean(side.offsets[member]!);
  }
  return sum / side.size;
};

/** ... and this is its variance at the match; notes the variance of each player. */
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

/** Glicko's g: uncertainty moves the odds toward even. */
const damping = (slope: number, variance: number): number =>
  1 / Math.sqrt(1 + (3 * slope * slope * variance) / (Math.PI * Math.PI));

/** The expectation of side 0 minus 0.5. tanh is exactly odd, so swapped sides mirror each other. */
const advantage = (slope: number, lead: number, spread: number): number =>
  Math.tanh((slope * damping(slope, spread) * lead) / 2) / 2;

const countedGames = ({ games: [own, others] }: RatedMatch, p: GamesShareParameters): number =>
  own + others > 0 ? Math.min(own + others, p.mostGames) : p.unscoredGames;

/** Side 0's share of the games minus 0.5. */
const marginOf = (match: RatedMatch, p: GamesShareParameters): number => {
  const [own, others] = match.games;
  if (own + others > 0) return (own - others) / (2 * (own + others));
  return (2 * resultOf(match) - 1) * (p.unscoredShare - 0.5);
};

/**
 * @param push the gain in mean for a variance of 1
 * @param pull the loss in variance
 */
const move = (estimates: Estimates, row: number, push: number, pull: number, at: number): void => {
  const variance = estimates.variance(row);
  const mean = rounded(estimates.mean(row) + variance * push);
  estimates.move(row, mean, rounded(Math.sqrt(variance * (1 - variance * pull))), 0, at);
};

/** Each player moves by their own uncertainty and their share of the side. */
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
 * Glicko (Glickman 1999) on the share of games instead of results, updated after every match, with
 * a skill and an offset per surface: one step of an extended Kalman filter. Means and deviations
 * are points of the displayed figure.
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
