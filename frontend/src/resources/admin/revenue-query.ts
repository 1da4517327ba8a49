import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** What the platform earned by month, the latest first: a year of it. */
export const revenueQuery = queryOptions({
  queryKey: ['/api/admin/revenue'],
  queryFn: ({ signal }) => call('GET /api/admin/revenue', { query: { months: 12 }, signal }),
});
