import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';

/**
 * The closed hours of all of the host's courts from the first to the last day, at most six weeks.
 */
export const ownerClosuresQuery = (firstDay: Day, lastDay: Day) =>
  queryOptions({
    queryKey: courtKeys.ownerClosures(firstDay, lastDay),
    queryFn: ({ signal }) =>
      call('GET /api/owner/closures', { query: { from: firstDay, to: lastDay }, signal }),
    meta: { live: ['courtDays'] },
  });
