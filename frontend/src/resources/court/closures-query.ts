import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';

/** Closed hours of all the host's courts between two days, inclusive; at most six weeks. */
export const ownerClosuresQuery = (firstDay: Day, lastDay: Day) =>
  queryOptions({
    queryKey: courtKeys.ownerClosures(firstDay, lastDay),
    queryFn: ({ signal }) =>
      call('GET /api/owner/closures', { query: { from: firstDay, to: lastDay }, signal }),
    meta: { live: ['courtDays'] },
  });
