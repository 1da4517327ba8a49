import type { Estimates } from './estimates.js';

export type Discipline = 'singles' | 'doubles';

export type Sides<T> = readonly [T, T];

export type WeightReason =
  | 'confirmed'
  | 'auto_confirmed'
  | 'disputed'
  | 'unclaimed'
  | 'repeated_pair';

/** How much a match counts, from 0 (not at all) to 1, and why. */
export type Weight = Readonly<{ value: number; reasons: readonly WeightReason[] }>;

/** A match for rating. */
export type RatedMatch = Readonly<{
  matchId: string;
  /** UTC, in milliseconds. */
  playedAt: number;
  /** That of the event that logged it. */
  position: number | bigint;
  discipline: Discipline;
  /** Null if unknown. */
  surface: string | null;
  sides: Sides<readonly string[]>;
  /** 0 to 0 if only the winner was logged. */
  games: Sides<number>;
  /** Null for a draw. */
  winner: 0 | 1 | null;
  /** How long the court was booked; absent for matches without a booking, such as imported ones. */
  hours?: number;
  /** The agreed number of sets. */
  bestOf?: 3 | 5;
  weight: Weight;
  /** Players who did not respond in time; absent if there were none. */
  silent?: readonly string[];
}>;

/** The inputs of a forecast, which exclude the result. */
export type Fixture = Readonly<Pick<RatedMatch, 'playedAt' | 'surface' | 'bestOf'>>;

/**
 * A normal distribution in the formula's own unit, as of the instant `at` (milliseconds) of the
 * last of `matches`. Unused parts are 0: only Glicko-2 has a volatility, and Elo has no deviation.
 */
export type Estimate = Readonly<{
  mean: number;
  deviation: number;
  volatility: number;
  at: number;
  matches: number;
}>;

/** A player's skill in one discipline and their offset on one surface. */
export type Standing = Readonly<{ skill: Estimate; onSurface: Estimate }>;

/** All players' skills and surface offsets in one discipline. */
export type Ratings = Readonly<{ skills: Estimates; offsets: Estimates }>;

/**
 * The players of a side, by the rows of their estimates. Without a surface, the offset rows are
 * meaningless.
 */
export type Rows = Readonly<{
  size: number;
  skills: readonly number[];
  offsets: readonly number[];
}>;

/**
 * The expected and the actual share of side 0. `held` is true if the ratings did not change because
 * the winner's would have dropped.
 */
export type Outcome = Readonly<{ expected: number; actual: number; held: boolean }>;

/** Which players can be ranked. Each number is at most `groupShare` of the rated players. */
export type RankRule = Readonly<{
  /**
   * How many established opponents a rank requires, not counting those known only to the player.
   */
  opponents: number;
  /** How many different opponents an established player has met. */
  establishedFrom: number;
  /** How many opponents a rank ignores: those against whom the player gained the most. */
  trimmedOpponents: number;
  /** The smallest group of players with ranks, as a share of the rated players. */
  groupShare: number;
  /** Whether meetings count even if one of the two players did not respond. */
  countsSilence: boolean;
  isWellKnown(skill: Estimate, timestamp: number): boolean;
}>;

/**
 * A rating formula with its parameters; its `id` changes with either. `rate` updates only the rows
 * of the two sides. Numbers are rounded to a millionth, so that all machines compute equal ratings.
 */
export type Formula = Readonly<{
  id: string;
  parameters: Readonly<Record<string, number | boolean>>;
  /**
   * The period in days in which the nth meeting of the same sides counts 1/sqrt(n); 0 if all
   * meetings count in full.
   */
  repeatedPairDays: number;
  /** Null if every player with enough matches is ranked. */
  rankRule: RankRule | null;
  /**
   * The standing of a new player. `startFigure` is a first guess on the displayed scale, or null.
   */
  start(startFigure: number | null): Standing;
  forecast(playerRatings: Ratings, sides: Sides<Rows>, matchFixture: Fixture): number;
  rate(playerRatings: Ratings, sides: Sides<Rows>, match: RatedMatch, matchWeight: number): Outcome;
}>;

/** Rounds to a millionth, which hides -0 and the last digits, in which processors differ. */
export const rounded = (exactValue: number): number => Math.round(exactValue * 1e6) / 1e6 + 0;

/** The result of side 0: 1, 0, or 0.5 for a draw. */
export const resultOf = ({ winner }: Pick<RatedMatch, 'winner'>): number =>
  winner === null ? 0.5 : 1 - winner;

/** The rating order: by time of play, and then by log position. */
export const byRatingOrder = (firstMatch: RatedMatch, secondMatch: RatedMatch): number =>
  firstMatch.playedAt - secondMatch.playedAt ||
  (firstMatch.position < secondMatch.position
    ? -1
    : Number(firstMatch.position > secondMatch.position));
