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

/** The last months of the caller as host, and how much their courts were used. */
export const hostAnalyticsQuery = (months: number) =>
  queryOptions({
    queryKey: ['/api/host/analytics', months],
    queryFn: ({ signal }) => call('GET /api/host/analytics', { query: { months }, signal }),
    meta: { live: ['earnings', 'courtUse', 'courts'] },
  });

/** Asks for all of it again, since the caller has changed a booking or a court. */
export const invalidateHosting = (client: QueryClient) =>
  Promise.all(
    [hostFiguresQuery.queryKey, hostEarningsQuery.queryKey, ['/api/host/analytics']].map((queryKey) =>
      client.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  );
