import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** The current waiver, and whether the member has accepted it. For members only. */
export const waiverQuery = queryOptions({
  queryKey: ['/api/waiver/status'],
  queryFn: ({ signal }) => call('GET /api/waiver/status', { signal }),
  meta: { live: ['people'] },
});

/** Every waiver that the member has accepted, with its text, newest first. */
export const acceptedWaiversQuery = queryOptions({
  queryKey: ['/api/waiver/accepted'],
  queryFn: ({ signal }) => call('GET /api/waiver/accepted', { signal }),
  meta: { live: ['people'] },
});
