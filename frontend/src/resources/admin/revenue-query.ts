import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { adminKeys } from './admin-queries';

/** The tax that was collected for and remitted to each city. */
export const cityTaxesQuery = queryOptions({
  queryKey: [...adminKeys.all, 'taxes'],
  queryFn: ({ signal }) => call('GET /api/admin/accounting/taxes', { signal }),
});

/** Courtly's books of the last 12 months, newest first. */
export const revenueQuery = queryOptions({
  queryKey: [...adminKeys.all, 'revenue'],
  queryFn: ({ signal }) => call('GET /api/admin/revenue', { query: { months: 12 }, signal }),
});
