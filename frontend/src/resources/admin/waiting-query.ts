import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { MINUTE_MS } from '../../lib/durations';
import { adminKeys } from './admin-queries';

/** The number of items that wait for an admin, refreshed every minute. */
export const adminWaitingQuery = queryOptions({
  queryKey: [...adminKeys.all, 'waiting'],
  queryFn: ({ signal }) => call('GET /api/admin/waiting', { signal }),
  staleTime: 0,
  refetchInterval: MINUTE_MS,
});
