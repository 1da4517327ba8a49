import { LAST_RECEIPTS } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import type { ShownFormula } from './formulas.js';
import { RankingFold } from './ranking-fold.js';
import type { PlayerRow, Receipt } from './ranking-table.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

/**
 * A player's ratings. `row` is null before the first rated match; `receipts` are the latest ones,
 * newest first.
 */
export type PlayerProfile = Readonly<{ row: PlayerRow | null; receipts: readonly Receipt[] }>;

/** Collects the latest receipts of one player from receipts in order. */
export const lastReceiptsOf = (playerId: string) => {
  const latestReceipts: Receipt[] = [];
  const addReceipt = (ratingReceipt: Receipt): void => {
    if (
      ratingReceipt.playerId === playerId &&
      latestReceipts.unshift(ratingReceipt) > LAST_RECEIPTS
    )
      latestReceipts.pop();
  };
  return { receipts: latestReceipts, addReceipt };
};

export const rowOfPlayer = (
  playerRows: Iterable<PlayerRow>,
  playerId: string,
  sport: Sport,
): PlayerRow | null => {
  for (const playerRow of playerRows)
    if (playerRow.playerId === playerId && playerRow.sport === sport) return playerRow;
  return null;
};

/** Computes a player's profile in one sport from all matches in order. Every player is ranked. */
export const profileFold = (shownFormula: ShownFormula, playerId: string, sport: Sport) => {
  const { receipts, addReceipt } = lastReceiptsOf(playerId);
  const rankingFold = new RankingFold(shownFormula, { onReceipt: addReceipt });
  return {
    take(matchDocument: RatedMatchDocument): void {
      if (matchDocument.sport === sport) rankingFold.rateDocument(matchDocument);
    },
    /** @param timestamp a UTC instant in milliseconds, up to which ranges widen */
    profile: (timestamp: number): PlayerProfile => ({
      row: rowOfPlayer(
        rankingFold.rankingTable(timestamp, () => ({ city: null })).rows,
        playerId,
        sport,
      ),
      receipts,
    }),
  };
};
