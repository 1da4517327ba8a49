import type { Discipline } from '@courtly/contracts/matches';
import type {
  AdoptFormulaBody,
  RatingReplay,
  RequestReplayBody,
} from '@courtly/contracts/rating-replays';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callPage, messageOf } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toastError } from '../../ui/toast';
import { DESK } from './desk-queries';
import { useDeskAction } from './use-desk-action';

const LOOK_EVERY_MS = 1_000;

export const isOpen = ({ status }: RatingReplay): boolean =>
  status === 'waiting' || status === 'running';

/** The rating formulas. Polls until the published rankings use the current one. */
export const formulasQuery = queryOptions({
  queryKey: [DESK, 'formulas'],
  queryFn: ({ signal }) => call('GET /api/admin/rating-formulas', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data && data.published?.formulaId !== data.inForce.formulaId ? LOOK_EVERY_MS : false,
});

/** The latest replays. Polls while one is waiting or running. */
export const replaysQuery = queryOptions({
  queryKey: [DESK, 'replays'],
  queryFn: ({ signal }) => call('GET /api/admin/rating-replays', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? LOOK_EVERY_MS : false),
});

export type PlayersOf = Readonly<{
  replayId: string;
  discipline: Discipline;
  order: 'change' | 'rank';
}>;

/** Ranking of the players in a replay. */
export const replayedPlayersQuery = ({ replayId, ...query }: PlayersOf) =>
  infiniteQueryOptions({
    queryKey: [DESK, 'replayed players', replayId, query],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/rating-replays/:replayId/players', {
        params: { replayId },
        query: { ...query, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: Infinity,
  });

/** Ratings of one player in a replay. */
export const replayedProfileQuery = (replayId: string) =>
  queryOptions({
    queryKey: [DESK, 'replayed profile', replayId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/rating-replays/:replayId/profile', { params: { replayId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Requests a replay. The form shows validation errors. */
export const useRequestReplay = () => {
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RequestReplayBody) =>
      call('POST /api/admin/rating-replays', { body, key: keyOf(JSON.stringify(body)) }),
    onSettled: (_data, error, _input, _result, { client }) => {
      settle(error);
      return client.invalidateQueries({ queryKey: replaysQuery.queryKey });
    },
  });
};

export const useCancelReplay = () =>
  useMutation({
    mutationFn: (replayId: string) =>
      call('POST /api/admin/rating-replays/:replayId/cancel', { params: { replayId } }),
    onError: (error) =>
      toastError('Something went wrong', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_data, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: replaysQuery.queryKey }),
  });

export const useAdoptFormula = () =>
  useDeskAction(
    (body: AdoptFormulaBody) => call('POST /api/admin/rating-formulas/adoptions', { body }),
    'The formula is now in use',
  );
