import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** Achievements of a player. Other users get only the earned ones. */
export const achievementsQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['/api/players', playerId, 'achievements'],
    queryFn: ({ signal }) =>
      call('GET /api/players/:playerId/achievements', { params: { playerId }, signal }),
    meta: { live: ['achievements'] },
  });
