import type { Discipline } from '@courtly/contracts/matches';

export const playerKeys = {
  detail: (playerId: string) => ['/api/players', playerId] as const,
  receipts: (playerId: string, discipline?: Discipline) =>
    ['/api/ratings', playerId, 'receipts', discipline] as const,
};
