import type { Discipline } from '@courtly/contracts/matches';
import type {
  AdoptFormulaBody,
  RatingReplay,
  RequestReplayBody,
} from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callPage, errorMessage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toastError } from '../../ui/toast';
import { adminKeys } from './admin-queries';
import { useAdminAction } from './use-admin-action';

const POLL_INTERVAL_MS = 1_000;

export const isReplayActive = ({ status }: RatingReplay): boolean =>
  status === 'waiting' || status === 'running';

/** The rating formulas. Polls until the published rankings use the current one. */
export const formulasQuery = queryOptions({
  queryKey: [...adminKeys.all, 'formulas'],
  queryFn: ({ signal }) => call('GET /api/admin/rating-formulas', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data && data.published?.formulaId !== data.inForce.formulaId ? POLL_INTERVAL_MS : false,
});

/** The latest replays. Polls while one is waiting or running. */
export const replaysQuery = queryOptions({
  queryKey: [...adminKeys.all, 'replays'],
  queryFn: ({ signal }) => call('GET /api/admin/rating-replays', { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.some(isReplayActive) ? POLL_INTERVAL_MS : false),
});

export type ReplayPlayersFilters = Readonly<{
  replayId: string;
  discipline: Discipline;
  order: 'change' | 'rank';
}>;

/** The players of a replay by rank. */
export const replayedPlayersQuery = ({ replayId, ...filters }: ReplayPlayersFilters) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'replayed players', replayId, filters],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/rating-replays/:replayId/players', {
        params: { replayId },
        query: { ...filters, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: Infinity,
  });

export const replayedProfileQuery = (replayId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'replayed profile', replayId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/rating-replays/:replayId/profile', { params: { replayId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

const MOST_FOUND = 6;

/** Accounts by a full email, an id, or the beginning of a name. */
export const playersByNameQuery = (name: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'players by name', name],
    queryFn: ({ signal }) =>
      call('GET /api/admin/users', { query: { search: name, limit: MOST_FOUND }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const rankingCsvPath = (sport: Sport, discipline: Discipline): string =>
  `/api/admin/rankings.csv?${new URLSearchParams({ sport, discipline })}`;

export const replayCsvPath = ({ replayId, discipline, order }: ReplayPlayersFilters): string =>
  `/api/admin/rating-replays/${replayId}/players.csv?${new URLSearchParams({ discipline, order })}`;

/** Requests a replay. The form shows any validation errors. */
export const useRequestReplay = () => {
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RequestReplayBody) =>
      call('POST /api/admin/rating-replays', {
        body,
        key: keyOf(JSON.stringify(body)),
      }),
    onSettled: (_data, error, _input, _result, { client: queryClient }) => {
      settle(error);
      return queryClient.invalidateQueries({ queryKey: replaysQuery.queryKey });
    },
  });
};

export const useCancelReplay = () =>
  useMutation({
    mutationFn: (replayId: string) =>
      call('POST /api/admin/rating-replays/:replayId/cancel', { params: { replayId } }),
    onError: (error) =>
      toastError('Replay not canceled', errorMessage(error, 'Please try again in a moment.')),
    onSettled: (_data, _error, _input, _result, { client: queryClient }) =>
      queryClient.invalidateQueries({ queryKey: replaysQuery.queryKey }),
  });

export const useAdoptFormula = () =>
  useAdminAction(
    (body: AdoptFormulaBody) => call('POST /api/admin/rating-formulas/adoptions', { body }),
    'The formula is now in use',
  );
