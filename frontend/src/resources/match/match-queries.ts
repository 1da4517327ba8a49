import type { Match, MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, errorMessage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { invalidateBookings } from '../booking/booking-mutations';

export const matchKeys = {
  /** The prefix of all match lists. */
  lists: ['/api/matches'] as const,
  challengedHours: ['/api/challenged-hours'] as const,
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

/** Played hours to which the current user was challenged and that have no result. */
export const challengedHoursQuery = queryOptions({
  queryKey: matchKeys.challengedHours,
  queryFn: ({ signal }) => call('GET /api/challenged-hours', { signal }),
  meta: { live: ['challengedHours'] },
});

export type NamedPlayer = {
  playerName: string;
  playerEmail: string;
  /** Someone the user knows, who needs no email. */
  playerId?: string;
  side: MatchSide;
};

type LoggedResult = {
  bookingId: string;
  result: MatchOutcome;
  gamesWon: number;
  gamesLost: number;
  sets: SetGames[];
  notes: string;
  players: NamedPlayer[];
};

/** Logs a result once, even if it is retried after a lost response. */
export const useLogMatch = () => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: LoggedResult) =>
      call('POST /api/match-results', { body, key: keyOf(JSON.stringify(body)) }),
    onSuccess: () => toast('Result logged'),
    onError: (error) => toastError('Result not logged', errorMessage(error, 'Please try again.')),
    onSettled: (_, error) => {
      settle(error);
      // The server event refetches match lists.
      return invalidateBookings(queryClient);
    },
  });
};

type MatchResponse = { matchId: string } & (
  | { what: 'confirm' | 'leave' | 'agree' }
  | { what: 'dispute' | 'withdraw'; reason: string }
);

const sendResponse = ({ matchId, ...response }: MatchResponse) => {
  const params = { matchId };
  switch (response.what) {
    case 'confirm':
      return call('POST /api/matches/:matchId/confirm', { params });
    case 'leave':
      return call('POST /api/matches/:matchId/leave', { params });
    case 'agree':
      return call('POST /api/matches/:matchId/withdraw/agree', { params });
  }
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
