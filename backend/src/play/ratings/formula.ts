import type { Estimates } from './estimates.js';

export type Discipline = 'singles' | 'doubles';

/** Both sides of a match, or what belongs to each of them. */
export type Sides<T> = readonly [T, T];

export type WeightReason =
  'confirmed' | 'auto_confirmed' | 'disputed' | 'unclaimed' | 'repeated_pair';

/** How much a match counts, from 0 (not at all) to 1, and everything that made it so. */
export type Weight = Readonly<{ value: number; reasons: readonly WeightReason[] }>;

/**
 * A match as ratings see it. `playedAt` is a UTC instant in milliseconds, `position` that of the event which logged it. `surface`
 * is null where none is known, `games` is 0 to 0 where only the winner was logged, `winner` is null for a draw, and `bestOf` is
 * the number of sets where it was agreed.
 */
export type RatedMatch = Readonly<{
  matchId: string;
  playedAt: number;
  position: number | bigint;
  discipline: Discipline;
  surface: string | null;
  sides: Sides<readonly string[]>;
  games: Sides<number>;
  winner: 0 | 1 | null;
  bestOf?: 3 | 5;
  weight: Weight;
}>;

/** What a forecast may know of a match: when, where and how long, and nothing of how it ended. */
export type Fixture = Readonly<Pick<RatedMatch, 'playedAt' | 'surface' | 'bestOf'>>;

/**
 * What is known of one number: a normal distribution in the formula's own unit, as of the instant `at` (milliseconds) of the
 * last of so many `matches`. Only Glicko-2 has a volatility, and Elo has no deviation; there they are 0.
 */
export type Estimate = Readonly<{
  mean: number;
  deviation: number;
  volatility: number;
  at: number;
  matches: number;
}>;

/** A player of one discipline as a match on one surface sees them: a skill, and an estimate for that surface. */
export type Standing = Readonly<{ skill: Estimate; onSurface: Estimate }>;

/** Everybody's estimates in one discipline: of skills, and of what surfaces change. */
export type Ratings = Readonly<{ skills: Estimates; offsets: Estimates }>;

/** The members of a side by the rows of their estimates. Where a match has no surface, the rows of offsets say nothing. */
export type Rows = Readonly<{
  size: number;
  skills: readonly number[];
  offsets: readonly number[];
}>;

/** The share that side 0 was to have and had, and whether nobody moved because the winner would have dropped. */
export type Outcome = Readonly<{ expected: number; actual: number; held: boolean }>;

/**
 * A way to rate, and the numbers it goes by. The `id` names both, and changes with either. A formula remembers nothing: it looks at
 * its arguments alone, and `rate` moves the rows of the two sides and nothing else. Every number is rounded to a millionth, so that
 * a history gives the same ratings wherever it is folded.
 */
export type Formula = Readonly<{
  id: string;
  parameters: Readonly<Record<string, number | boolean>>;
  /** Within so many days the nth meeting of the same two sides counts 1/sqrt(n); 0 where each counts in full. */
  repeatedPairDays: number;
  /** A newcomer; `figure` is a first guess on the shown scale, or null. */
  start(figure: number | null): Standing;
  /** The probability that side 0 wins. */
  forecast(ratings: Ratings, sides: Sides<Rows>, fixture: Fixture): number;
  rate(ratings: Ratings, sides: Sides<Rows>, match: RatedMatch, weight: number): Outcome;
}>;

export const DAY_MS = 86_400_000;

/** To a millionth: what is left of the last digits in which processors may differ. There is one zero, without a sign. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** What side 0 got in the end: 1, 0, or a half for a draw. */
export const resultOf = ({ winner }: Pick<RatedMatch, 'winner'>): number =>
  winner === null ? 0.5 : 1 - winner;

/** The order in which matches are rated: when they were played, then where they stand in the log. */
export const inOrder = (a: RatedMatch, b: RatedMatch): number =>
  a.playedAt - b.playedAt || (a.position < b.position ? -1 : Number(a.position > b.position));
