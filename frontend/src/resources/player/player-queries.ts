import type { Discipline } from '@courtly/contracts/matches';
import type { Player, RatingReceipt } from '@courtly/contracts/rankings';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, messageOf } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { toastError } from '../../ui/toast';
import { rankingKeys } from '../ranking/ranking-keys';
import { publishedRanks } from '../ranking/ranking-queries';
import { playerKeys } from './player-keys';

/** The profile of a player as members see it. */
export const playerQuery = (playerId: string) =>
  queryOptions({
    queryKey: playerKeys.detail(playerId),
    queryFn: ({ signal }) => call('GET /api/players/:playerId', { params: { playerId }, signal }),
    ...publishedRanks,
  });

/** Rating receipts of a player, newest first. */
export const receiptsQuery = (playerId: string, discipline?: Discipline) =>
  infiniteQueryOptions({
    queryKey: playerKeys.receipts(playerId, discipline),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/ratings/:playerId/receipts', {
        params: { playerId },
        query: { discipline, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<RatingReceipt>,
    ...publishedRanks,
  });

/**
 * Follows or unfollows a player: optimistic, reverted on failure. Quick clicks run in order; only
 * the last one counts.
 */
export const useFollow = (playerId: string) => {
  const client = useQueryClient();
  const queryKey = playerKeys.detail(playerId);
  const show = (isFollowed: boolean) =>
    client.setQueryData<Player>(queryKey, (player) => player && { ...player, isFollowed });
  return useMutation({
    mutationKey: queryKey,
    scope: { id: `follow ${playerId}` },
    mutationFn: (isFollowed: boolean) =>
      isFollowed
        ? call('PUT /api/players/:playerId/follow', { params: { playerId } })
        : call('DELETE /api/players/:playerId/follow', { params: { playerId } }),
    onMutate: async (isFollowed) => {
      await client.cancelQueries({ queryKey });
      show(isFollowed);
    },
    onError: (error, isFollowed) => {
      show(!isFollowed);
      toastError(
        isFollowed ? 'Error following' : 'Error unfollowing',
        messageOf(error, 'Please try again.'),
      );
    },
    // Followed players are the friends in the rankings.
    onSettled: () => client.invalidateQueries({ queryKey: rankingKeys.all }),
  });
};
