import type { Match } from '@courtly/contracts/matches';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { matchKeys } from './match-keys';

/** The current user's matches, newest first. */
export const matchesQuery = infiniteQueryOptions({
  queryKey: matchKeys.lists,
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/matches', { query: { cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages<Match>,
  meta: { live: ['matches'] },
});

type Answer = { matchId: string } & (
  { what: 'confirm' } | { what: 'dispute' | 'withdraw'; reason: string }
);

const send = ({ matchId, ...answer }: Answer) => {
  const params = { matchId };
  if (answer.what === 'confirm') return call('POST /api/matches/:matchId/confirm', { params });
  const body = { reason: answer.reason };
  return answer.what === 'dispute'
    ? call('POST /api/matches/:matchId/dispute', { params, body })
    : call('POST /api/matches/:matchId/withdraw', { params, body });
};

export const useAnswerMatch = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: matchKeys.lists }),
  });
};

/** Claims the place from an email invitation. */
export const useClaimMatch = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ matchId, token }: { matchId: string; token: string }) =>
      call('POST /api/matches/:matchId/claim', { params: { matchId }, body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: matchKeys.lists }),
  });
};
