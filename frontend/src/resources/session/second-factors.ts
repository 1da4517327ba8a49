import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The user's second factors, and whether this session started with one. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['/api/auth/second-factors'],
  queryFn: ({ signal }) => call('GET /api/auth/second-factors', { signal }),
});
