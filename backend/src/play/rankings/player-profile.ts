import { LAST_RECEIPTS } from '@courtly/contracts/rating-replays';
import type { ShownFormula } from './formulas.js';
import { RankingFold } from './ranking-fold.js';
import type { PlayerRow, Receipt } from './ranking-table.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

/** The ratings of one player: `row` is null before the first rated match, `receipts` are the last ones, the newest first. */
export type PlayerProfile = Readonly<{ row: PlayerRow | null; receipts: readonly Receipt[] }>;

/** Keeps the last receipts of one player of those that it hears of, in the order of matches. */
export const lastReceiptsOf = (playerId: string) => {
  const receipts: Receipt[] = [];
  const note = (receipt: Receipt): void => {
    if (receipt.playerId === playerId && receipts.unshift(receipt) > LAST_RECEIPTS) receipts.pop();
  };
  return { receipts, note };
};

/** The row of one player, null where there is none. */
export const rowOf = (rows: Iterable<PlayerRow>, playerId: string): PlayerRow | null => {
  for (const row of rows) if (row.playerId === playerId) return row;
  return null;
};

/** Works out one player's profile from all matches in their order; everybody who played is ranked. */
export const profileFold = (rules: ShownFormula, playerId: string) => {
  const { receipts, note } = lastReceiptsOf(playerId);
  const ranking = new RankingFold(rules, note);
  return {
    take: (match: RatedMatchDocument): void => ranking.take(match),
    /** @param at a UTC instant in milliseconds: ranges have grown up to it */
    profile: (at: number): PlayerProfile => ({
      row: rowOf(ranking.table(at, () => ({ city: null })).rows, playerId),
      receipts,
    }),
  };
};
