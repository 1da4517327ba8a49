import type { Discipline } from '@courtly/contracts/matches';
import { FREE_RANKING_ROWS } from '@courtly/contracts/ranking-limits';
import type { RankingsTab } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import { z } from 'zod';
import type { ShownRating } from '../ratings/rating-view.js';
import type { DisciplineRow, PlayerRow } from './ranking-table.js';

export type RankingChoice = Readonly<{
  sport: Sport;
  tab: RankingsTab;
  discipline: Discipline;
}>;

/** `epoch` is that of the table from which the page came. */
export const PlaceInRanking = z.strictObject({
  epoch: z.number().int(),
  place: z.number().int().min(1),
});

/**
 * The number of rows that a page may show after a place. The free tier sees only the first rows.
 */
export const rowsAfter = (afterPlace: number, pageSize: number, isEliteMember: boolean): number =>
  isEliteMember ? pageSize : Math.min(pageSize, Math.max(0, FREE_RANKING_ROWS - afterPlace));

/** The indexed field for a ranking, so that every page costs the same. */
export const placeField = ({
  tab,
  discipline,
}: Pick<RankingChoice, 'tab' | 'discipline'>): string =>
  `${discipline}.${tab === 'clay' ? 'clay.place' : tab === 'local' ? 'cityPlace' : 'place'}`;

/**
 * The rating that determines a player's place in a ranking, and the stored rank and place; null if
 * the player has no rating for this ranking.
 */
export const placeInRanking = (
  playerRow: Pick<PlayerRow, Discipline>,
  { tab, discipline }: Pick<RankingChoice, 'tab' | 'discipline'>,
): Readonly<{
  disciplineRow: DisciplineRow;
  placedRating: ShownRating;
  rank: number | null;
  place: number | null;
  rankBefore: number | null;
  clubRank: number | null;
}> | null => {
  const disciplineRow = playerRow[discipline];
  const placedRating = tab === 'clay' ? disciplineRow?.clay : disciplineRow;
  if (!disciplineRow || !placedRating) return null;
  return {
    disciplineRow,
    placedRating,
    rank: tab === 'local' ? disciplineRow.cityRank : placedRating.rank,
    place: tab === 'local' ? disciplineRow.cityPlace : placedRating.place,
    rankBefore: tab === 'local' ? disciplineRow.cityRankBefore : placedRating.rankBefore,
    clubRank: placedRating.rank,
  };
};
