import type { Discipline } from '@courtly/contracts/matches';
import { FREE_RANKING_ROWS, type RankingsTab } from '@courtly/contracts/rankings';
import { z } from 'zod';
import type { ShownRating } from '../ratings/rating-view.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';

/** Which ranking is asked for. */
export type Which = Readonly<{ tab: RankingsTab; discipline: Discipline }>;

/** Where a page of a ranking ended. */
export const PlaceInRanking = z.strictObject({ rank: z.number().int().min(1) });

/** How many rows a page may show after a rank: on the free tier a ranking ends with its first rows. */
export const rowsAfter = (rank: number, limit: number, isMember: boolean): number =>
  isMember ? limit : Math.min(limit, Math.max(0, FREE_RANKING_ROWS - rank));

/** The field that holds the rank of a ranking that is stored: it goes by index, however far down a page is. */
export const rankField = ({ tab, discipline }: Which): string =>
  `${discipline}.${tab === 'clay' ? 'clay.rank' : tab === 'local' ? 'cityRank' : 'rank'}`;

/** What a ranking goes by, and the place in it as the table has it; null for who is not in it. */
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
