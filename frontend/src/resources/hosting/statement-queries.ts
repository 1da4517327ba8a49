import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

/** Money movements by court and month, for two years. */
export const courtEarningsQuery = queryOptions({
  queryKey: ['/api/host/earnings/courts'],
  queryFn: ({ signal }) => call('GET /api/host/earnings/courts', { query: { months: 24 }, signal }),
  meta: { live: ['statementLines'] },
});

/** The host's balance and the movements of each year. */
export const statementSummaryQuery = queryOptions({
  queryKey: ['/api/host/statement/summary'],
  queryFn: ({ signal }) => call('GET /api/host/statement/summary', { signal }),
  meta: { live: ['statementLines', 'payouts'] },
});

/** Payouts, reversals, and refunds that the host bears, newest first. */
export const statementQuery = infiniteQueryOptions({
  queryKey: ['/api/host/statement'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/host/statement', { query: { cursor: pageParam, limit: 10 }, signal }),
  ...cursorPaging,
  select: flattenPages,
  meta: { live: ['statementLines'] },
});
