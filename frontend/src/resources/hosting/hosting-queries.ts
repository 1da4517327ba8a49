import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The host's current figures and totals. */
export const hostFiguresQuery = queryOptions({
  queryKey: ['/api/host/figures'],
  queryFn: ({ signal }) => call('GET /api/host/figures', { signal }),
  meta: { live: ['earnings', 'courts', 'bookings'] },
});

/** The host's monthly earnings for the last ten years, newest first. */
export const hostEarningsQuery = queryOptions({
  queryKey: ['/api/host/earnings'],
  queryFn: ({ signal }) => call('GET /api/host/earnings', { query: { limit: 120 }, signal }),
  meta: { live: ['earnings'] },
});

/** Analytics of all the host's courts or of one: earnings, usage, responses, and cancellations. */
export const hostAnalyticsQuery = (monthCount: number, courtId = '') =>
  queryOptions({
    queryKey: ['/api/host/analytics', monthCount, courtId],
    queryFn: ({ signal }) =>
      courtId
        ? call('GET /api/host/courts/:courtId/analytics', {
            params: { courtId },
            query: { months: monthCount },
            signal,
          })
        : call('GET /api/host/analytics', { query: { months: monthCount }, signal }),
    meta: { live: ['earnings', 'courtUse', 'courtOffers', 'courts'] },
  });

/** What a court would have earned under other rules, given as URL parameters. */
export const whatIfQuery = (courtId: string, whatIfRules: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['/api/host/what-if', courtId, whatIfRules],
    queryFn: ({ signal }) =>
      call('GET /api/host/courts/:courtId/what-if', {
        params: { courtId },
        query: whatIfRules,
        signal,
      }),
  });

/** Invalidates the host's figures after a change to a booking or court. */
export const invalidateHosting = (queryClient: QueryClient) =>
  Promise.all(
    [hostFiguresQuery.queryKey, hostEarningsQuery.queryKey, ['/api/host/analytics']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  );
