import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** A player's achievements. Other users see only those that the player has earned. */
export const achievementsQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['/api/players', playerId, 'achievements'],
    queryFn: ({ signal }) =>
      call('GET /api/players/:playerId/achievements', { params: { playerId }, signal }),
    meta: { live: ['achievements'] },
  });
