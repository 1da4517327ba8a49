import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** Whether the member has accepted the waiver in force, and its text; only for members. */
export const waiverQuery = queryOptions({
  queryKey: ['/api/waiver/status'],
  queryFn: ({ signal }) => call('GET /api/waiver/status', { signal }),
  meta: { live: ['people'] },
});
