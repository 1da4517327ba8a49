import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** What the caller's courts and bookings come to, now and in all. */
export const hostFiguresQuery = queryOptions({
  queryKey: ['/api/host/figures'],
  queryFn: ({ signal }) => call('GET /api/host/figures', { signal }),
  meta: { live: ['earnings', 'courts', 'bookings'] },
});

/** What the caller earns month by month, the latest first: ten years of it. */
export const hostEarningsQuery = queryOptions({
  queryKey: ['/api/host/earnings'],
  queryFn: ({ signal }) => call('GET /api/host/earnings', { query: { limit: 120 }, signal }),
  meta: { live: ['earnings'] },
});

/** The last months of the caller as host, of all courts or of one: earnings, use, answers and cancellations. */
export const hostAnalyticsQuery = (months: number, courtId = '') =>
  queryOptions({
    queryKey: ['/api/host/analytics', months, courtId],
    queryFn: ({ signal }) =>
      courtId
        ? call('GET /api/host/courts/:courtId/analytics', {
            params: { courtId },
            query: { months },
            signal,
          })
        : call('GET /api/host/analytics', { query: { months }, signal }),
    meta: { live: ['earnings', 'courtUse', 'courtOffers', 'courts'] },
  });

/** What the past of a court would have brought under other rules, which are the text of an address. */
export const whatIfQuery = (courtId: string, rules: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['/api/host/what-if', courtId, rules],
    queryFn: ({ signal }) =>
      call('GET /api/host/courts/:courtId/what-if', { params: { courtId }, query: rules, signal }),
  });

/** Asks for all of it again, since the caller has changed a booking or a court. */
export const invalidateHosting = (client: QueryClient) =>
  Promise.all(
    [hostFiguresQuery.queryKey, hostEarningsQuery.queryKey, ['/api/host/analytics']].map(
      (queryKey) => client.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  );
