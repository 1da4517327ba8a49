import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The public prices, fees, and periods, which change rarely. */
export const catalogQuery = queryOptions({
  queryKey: ['/api/catalog'],
  queryFn: ({ signal }) => call('GET /api/catalog', { signal }),
  staleTime: 300_000,
});
