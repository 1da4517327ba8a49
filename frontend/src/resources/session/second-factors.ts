import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The second factors of the user, and whether this session was started with one. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['/api/auth/second-factors'],
  queryFn: ({ signal }) => call('GET /api/auth/second-factors', { signal }),
});
