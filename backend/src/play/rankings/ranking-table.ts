import type { Discipline } from '@courtly/contracts/matches';
import type { RatingReceipt } from '@courtly/contracts/rankings';
import type { ShownRating } from '../ratings/rating-view.js';
import type { SkillFigure } from './formulas.js';
import type { RatingFlag } from './rating-flags.js';

/** What one match did to one player, by ids. The newest of a player come first in the order of `playedAt`, then `logged`. */
export type Receipt = Readonly<{
  playerId: string;
  matchId: string;
  logged: string;
  courtId: string;
  partnerId: string | null;
  opponentIds: readonly string[];
  before: SkillFigure;
  after: SkillFigure;
}> &
  Omit<RatingReceipt, 'id' | 'court' | 'partner' | 'opponents' | 'before' | 'after'>;

/** A place in a ranking of the whole club, or of one city; null where the rating is provisional. */
export type Placed = ShownRating & Readonly<{ rank: number | null; cityRank: number | null }>;

/** One discipline of one player. */
export type DisciplineRow = Placed &
  Readonly<{
    wins: number;
    losses: number;
    draws: number;
    streak: number;
    clay: Omit<Placed, 'cityRank'> | null;
    surfaces: readonly (ShownRating & Readonly<{ surface: string }>)[];
  }>;

/** Everything the table says of one player. `city` is a keyed hash of where they mostly play, null where they do not say. */
export type PlayerRow = Readonly<{
  playerId: string;
  city: string | null;
  singles: DisciplineRow | null;
  doubles: DisciplineRow | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  longestStreak: number;
  /** The courts most played on, and how many there are in all. */
  courts: readonly Readonly<{ courtId: string; matches: number }>[];
  courtsPlayed: number;
  flags: readonly RatingFlag[];
}>;

/** How many are ranked. */
export type Ranked = Readonly<Record<Discipline, Readonly<{ all: number; clay: number }>>>;

/** Whether somebody is listed, and the keyed hash of their city, null where they do not say. Who has been erased is not listed. */
export type Listing = Readonly<{ city: string | null }>;
