import type { RatingReplay, ReplayedProfile } from '@courtly/contracts/rating-replays';
import { disciplines } from './ranking-fold.js';
import type { Receipt } from './ranking-table.js';
import { ratingView, receiptView } from './ranking-views.js';
import type { PlayerProfile } from './player-profile.js';

/** The names of users and of active courts, by id. */
export type ProfileNames = Readonly<{
  names: ReadonlyMap<string, string>;
  courts: ReadonlyMap<string, string>;
}>;

export const userIdsIn = (playerId: string, { receipts }: PlayerProfile): string[] => [
  ...new Set([
    playerId,
    ...receipts.flatMap(({ partnerId, opponentIds }) => [partnerId ?? [], opponentIds].flat(2)),
  ]),
];

export const profileView = (
  playerId: string,
  { row, receipts }: PlayerProfile,
  { replayed: { formulaId }, asOf, sport }: Pick<RatingReplay, 'replayed' | 'asOf' | 'sport'>,
  { names, courts }: ProfileNames,
): ReplayedProfile => {
  const namedPlayer = (userId: string) => ({ id: userId, name: names.get(userId) ?? null });
  const receiptWithNames = (ratingReceipt: Receipt) => ({
    ...receiptView(ratingReceipt, new Map(), courts),
    partner: ratingReceipt.partnerId === null ? null : namedPlayer(ratingReceipt.partnerId),
    opponents: ratingReceipt.opponentIds.map(namedPlayer),
  });
  const standings = disciplines.flatMap((matchDiscipline) => {
    const disciplineRow = row?.[matchDiscipline];
    if (!disciplineRow) return [];
    const { rank, wins, losses, draws, surfaces } = disciplineRow;
    return [
      {
        discipline: matchDiscipline,
        ...ratingView(disciplineRow),
        rank,
        wins,
        losses,
        draws,
        onSurfaces: surfaces.map(({ surface, ...shownRating }) => ({
          surface,
          ...ratingView(shownRating),
        })),
      },
    ];
  });
  return {
    player: namedPlayer(playerId),
    formulaId,
    asOf,
    sport,
    standings,
    receipts: receipts.map(receiptWithNames),
  };
};
