import type { Discipline } from '@courtly/contracts/matches';
import type { Player, RatingReceipt } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, errorMessage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { toastError } from '../../ui/toast';
import { rankingKeys } from '../ranking/ranking-keys';
import { publishedRanks } from '../ranking/ranking-queries';

export const playerKeys = {
  /** The prefix of the profile in every sport. */
  profiles: (playerId: string) => ['/api/players', playerId] as const,
  detail: (playerId: string, sport?: Sport) => [...playerKeys.profiles(playerId), sport] as const,
  receipts: (playerId: string, sport: Sport, discipline?: Discipline) =>
    ['/api/ratings', playerId, 'receipts', sport, discipline] as const,
};

/** A player's profile as members see it, by default in the sport that they play most. */
export const playerQuery = (playerId: string, sport?: Sport) =>
  queryOptions({
    queryKey: playerKeys.detail(playerId, sport),
    queryFn: ({ signal }) =>
      call('GET /api/players/:playerId', { params: { playerId }, query: { sport }, signal }),
    ...publishedRanks,
  });

/** A player's rating receipts in a sport, newest first. */
export const receiptsQuery = (playerId: string, sport: Sport, discipline?: Discipline) =>
  infiniteQueryOptions({
    queryKey: playerKeys.receipts(playerId, sport, discipline),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/ratings/:playerId/receipts', {
        params: { playerId },
        query: { sport, discipline, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<RatingReceipt>,
    ...publishedRanks,
  });

/**
 * Follows or unfollows a player immediately, and reverts it on failure. Quick clicks run in order,
 * and only the last one counts.
 */
export const useFollowPlayer = (playerId: string) => {
  const queryClient = useQueryClient();
  const queryKey = playerKeys.profiles(playerId);
  const showFollowed = (isFollowed: boolean) =>
    queryClient.setQueriesData<Player>(
      { queryKey },
      (player) => player && { ...player, isFollowed },
    );
  return useMutation({
    mutationKey: queryKey,
    scope: { id: `follow ${playerId}` },
    mutationFn: (isFollowed: boolean) =>
      isFollowed
        ? call('PUT /api/players/:playerId/follow', { params: { playerId } })
        : call('DELETE /api/players/:playerId/follow', { params: { playerId } }),
    onMutate: async (isFollowed) => {
      await queryClient.cancelQueries({ queryKey });
      showFollowed(isFollowed);
    },
    onError: (error, isFollowed) => {
      showFollowed(!isFollowed);
      toastError(
        isFollowed ? 'Error following' : 'Error unfollowing',
        errorMessage(error, 'Please try again.'),
      );
    },
    // In the rankings, friends are the players that the user follows.
    onSettled: () => queryClient.invalidateQueries({ queryKey: rankingKeys.all }),
  });
};
