import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** Platform revenue of the last 12 months, newest first. */
export const revenueQuery = queryOptions({
  queryKey: ['/api/admin/revenue'],
  queryFn: ({ signal }) => call('GET /api/admin/revenue', { query: { months: 12 }, signal }),
});
