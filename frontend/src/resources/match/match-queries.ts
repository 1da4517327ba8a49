import type { Match } from '@courtly/contracts/matches';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

export const matchKeys = {
  /** The prefix of all match lists. */
  lists: ['/api/matches'] as const,
};

/** The current user's matches, newest first. */
export const matchesQuery = infiniteQueryOptions({
  queryKey: matchKeys.lists,
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/matches', { query: { cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages<Match>,
  meta: { live: ['matches'] },
});

type MatchResponse = { matchId: string } & (
  { what: 'confirm' } | { what: 'dispute' | 'withdraw'; reason: string }
);

const sendResponse = ({ matchId, ...response }: MatchResponse) => {
  const params = { matchId };
  if (response.what === 'confirm') return call('POST /api/matches/:matchId/confirm', { params });
  const body = { reason: response.reason };
  return response.what === 'dispute'
    ? call('POST /api/matches/:matchId/dispute', { params, body })
    : call('POST /api/matches/:matchId/withdraw', { params, body });
};

export const useRespondToMatch = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendResponse,
    onSettled: () => queryClient.invalidateQueries({ queryKey: matchKeys.lists }),
  });
};

/** Claims the player's place in a match from an email invitation. */
export const useClaimMatch = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ matchId, token }: { matchId: string; token: string }) =>
      call('POST /api/matches/:matchId/claim', { params: { matchId }, body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: matchKeys.lists }),
  });
};
