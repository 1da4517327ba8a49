import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';

/** The closed hours of all the caller's courts from one day to another, both included; six weeks at most. */
export const ownerClosuresQuery = (from: Day, to: Day) =>
  queryOptions({
    queryKey: courtKeys.ownerClosures(from, to),
    queryFn: ({ signal }) => call('GET /api/owner/closures', { query: { from, to }, signal }),
    meta: { live: ['courtDays'] },
  });
