import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** Achievements of a player: all to the player, to others those that are earned. */
export const achievementsQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['/api/players', playerId, 'achievements'],
    queryFn: ({ signal }) =>
      call('GET /api/players/:playerId/achievements', { params: { playerId }, signal }),
    meta: { live: ['achievements'] },
  });
