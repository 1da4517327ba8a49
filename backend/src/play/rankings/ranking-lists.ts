import type { Discipline } from '@courtly/contracts/matches';
import { FREE_RANKING_ROWS, type RankingsTab } from '@courtly/contracts/rankings';
import { z } from 'zod';
import type { ShownRating } from '../ratings/rating-view.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';

export type Which = Readonly<{ tab: RankingsTab; discipline: Discipline }>;

export const PlaceInRanking = z.strictObject({ rank: z.number().int().min(1) });

/** The number of rows a page may show after a rank. The free tier sees only the first rows. */
export const rowsAfter = (rank: number, limit: number, isMember: boolean): number =>
  isMember ? limit : Math.min(limit, Math.max(0, FREE_RANKING_ROWS - rank));

/** The indexed field of a ranking, so that every page costs the same. */
export const rankField = ({ tab, discipline }: Which): string =>
  `${discipline}.${tab === 'clay' ? 'clay.rank' : tab === 'local' ? 'cityRank' : 'rank'}`;

/**
 * The rating that a ranking is ordered by, and the stored rank; null if the player is not in it.
 */
export const placedIn = (
  row: Pick<PlayerRow, Discipline>,
  { tab, discipline }: Which,
): Readonly<{
  own: DisciplineRow;
  placed: ShownRating;
  rank: number | null;
  clubRank: number | null;
}> | null => {
  const own = row[discipline];
  const placed = tab === 'clay' ? own?.clay : own;
  if (!own || !placed) return null;
  return { own, placed, rank: tab === 'local' ? own.cityRank : placed.rank, clubRank: placed.rank };
};
