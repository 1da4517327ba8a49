import { LAST_RECEIPTS } from '@courtly/contracts/rating-replays';
import type { ShownFormula } from './formulas.js';
import { RankingFold } from './ranking-fold.js';
import type { PlayerRow, Receipt } from './ranking-table.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

/**
 * A player's ratings: `row` is null before the first rated match; `receipts` are the latest, newest
 * first.
 */
export type PlayerProfile = Readonly<{ row: PlayerRow | null; receipts: readonly Receipt[] }>;

/** Collects the latest receipts of one player from a stream of receipts in order. */
export const lastReceiptsOf = (playerId: string) => {
  const receipts: Receipt[] = [];
  const note = (receipt: Receipt): void => {
    if (receipt.playerId === playerId && receipts.unshift(receipt) > LAST_RECEIPTS) receipts.pop();
  };
  return { receipts, note };
};

export const rowOf = (rows: Iterable<PlayerRow>, playerId: string): PlayerRow | null => {
  for (const row of rows) if (row.playerId === playerId) return row;
  return null;
};

/** Computes a player's profile from all matches in order. Every player is ranked. */
export const profileFold = (rules: ShownFormula, playerId: string) => {
  const { receipts, note } = lastReceiptsOf(playerId);
  const ranking = new RankingFold(rules, note);
  return {
    take: (match: RatedMatchDocument): void => ranking.take(match),
    /** @param at a UTC instant in milliseconds, up to which ranges have widened */
    profile: (at: number): PlayerProfile => ({
      row: rowOf(ranking.table(at, () => ({ city: null })).rows, playerId),
      receipts,
    }),
  };
};
