import type { Discipline } from '@courtly/contracts/matches';
import type { RatingReceipt } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import type { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import type { ShownRating } from '../ratings/rating-view.js';
import type { SkillFigure } from './formulas.js';
import type { RatingFlag } from './rating-flags.js';

/**
 * How one match changed one player's rating. Receipts are ordered by `playedAt`, then `logged`,
 * newest first.
 */
export type Receipt = Readonly<{
  playerId: string;
  matchId: string;
  playedAt: string;
  logged: string;
  courtId: string;
  partnerId: string | null;
  opponentIds: readonly string[];
  before: SkillFigure;
  after: SkillFigure;
}> &
  Omit<
    RatingReceipt,
    | 'id'
    | 'matchId'
    | 'playedOn'
    | 'playedAt'
    | 'zoneOffsets'
    | 'court'
    | 'partner'
    | 'opponents'
    | 'before'
    | 'after'
  >;

/**
 * The rank and the place in a ranking, and the rank a comparison period earlier; null without a
 * rank.
 */
export type PlacedRating = ShownRating &
  Readonly<{ rank: number | null; place: number | null; rankBefore: number | null }>;

/**
 * `rankBound` determines the rank: the lower bound without the gains that do not count for it.
 * `missingOpponents` is how many more established opponents the rank requires.
 */
export type DisciplineRow = PlacedRating &
  Readonly<{
    rankBound: number;
    missingOpponents: number;
    cityRank: number | null;
    cityPlace: number | null;
    cityRankBefore: number | null;
    wins: number;
    losses: number;
    draws: number;
    streak: number;
    clay: PlacedRating | null;
    surfaces: readonly (ShownRating & Readonly<{ surface: string }>)[];
  }>;

/**
 * A player's row in the table of a sport. `city` is a keyed hash of their home city; null if it is
 * unknown.
 */
export type PlayerRow = Readonly<{
  sport: Sport;
  playerId: string;
  city: string | null;
  singles: DisciplineRow | null;
  doubles: DisciplineRow | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  longestStreak: number;
  /** The courts with the player's most matches. `courtsPlayed` counts all courts. */
  courts: readonly Readonly<{ courtId: string; matches: number }>[];
  courtsPlayed: number;
  flags: readonly RatingFlag[];
}>;

export type RankedCounts = Readonly<Record<Discipline, Readonly<{ all: number; clay: number }>>>;

export type RankedBySport = Readonly<Record<Sport, RankedCounts>>;

/**
 * A listed player, with the keyed hash of their city (null if unknown). Erased and suspended users
 * and those without a verified email are not listed.
 */
export type PlayerListing = Readonly<{ city: string | null }>;

/** A keyed hash of an area's name, so that the rating table reveals no home city. */
export const areaKey = (keyedHashes: Pick<KeyedHashes, 'hashOfName'>, name: string): string =>
  keyedHashes.hashOfName('city', name).slice(0, 24);

export type PlayerInSport = Readonly<{ sport: Sport; playerId: string }>;

/** The id of a player's row in the table of a sport. */
export const rowIdOf = ({ sport, playerId }: PlayerInSport): string => `${sport}.${playerId}`;
