import type { RatingReplay, ReplayedProfile } from '@courtly/contracts/rating-replays';
import { disciplines } from './ranking-fold.js';
import type { Receipt } from './ranking-table.js';
import { ratingView, receiptView } from './ranking-views.js';
import type { PlayerProfile } from './player-profile.js';

/** Names of users and of active courts, by id. */
export type Known = Readonly<{
  names: ReadonlyMap<string, string>;
  courts: ReadonlyMap<string, string>;
}>;

/** The player of a profile and everyone in their matches. */
export const peopleOf = (playerId: string, { receipts }: PlayerProfile): string[] => [
  ...new Set([
    playerId,
    ...receipts.flatMap(({ partnerId, opponentIds }) => [partnerId ?? [], opponentIds].flat(2)),
  ]),
];

/** A player's ratings in a replay, with current names. */
export const profileView = (
  playerId: string,
  { row, receipts }: PlayerProfile,
  { replayed: { formulaId }, asOf }: Pick<RatingReplay, 'replayed' | 'asOf'>,
  { names, courts }: Known,
): ReplayedProfile => {
  const named = (id: string) => ({ id, name: names.get(id) ?? null });
  const receipt = (its: Receipt) => ({
    ...receiptView({ ...its, _id: its.matchId }, new Map(), courts),
    partner: its.partnerId === null ? null : named(its.partnerId),
    opponents: its.opponentIds.map(named),
  });
  const standings = disciplines.flatMap((discipline) => {
    const own = row?.[discipline];
    if (!own) return [];
    const { rank, wins, losses, draws, surfaces } = own;
    const onSurfaces = surfaces.map(({ surface, ...shown }) => ({ surface, ...ratingView(shown) }));
    return [{ discipline, ...ratingView(own), rank, wins, losses, draws, onSurfaces }];
  });
  return { player: named(playerId), formulaId, asOf, standings, receipts: receipts.map(receipt) };
};
