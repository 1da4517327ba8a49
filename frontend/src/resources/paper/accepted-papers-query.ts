import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The versions of the legal documents that the user agreed to. */
export const acceptedPapersQuery = queryOptions({
  queryKey: ['/api/accepted-papers'],
  queryFn: ({ signal }) => call('GET /api/accepted-papers', { signal }),
});
