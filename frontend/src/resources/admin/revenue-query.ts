import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { adminKeys } from './admin-queries';

/** The tax that was collected for each city, and the tax that was paid to it. */
export const cityTaxesQuery = queryOptions({
  queryKey: [...adminKeys.all, 'taxes'],
  queryFn: ({ signal }) => call('GET /api/admin/accounting/taxes', { signal }),
});

/** Courtly's books for the last 12 months, newest first. */
export const revenueQuery = queryOptions({
  queryKey: [...adminKeys.all, 'revenue'],
  queryFn: ({ signal }) => call('GET /api/admin/revenue', { query: { months: 12 }, signal }),
});
