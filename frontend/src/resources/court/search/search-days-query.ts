import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api';
import type { Day } from '../../../lib/days';
import { MINUTE_MS } from '../../../lib/durations';
import { courtKeys } from '../court-keys';
import { type CourtSearch, toSearchQuery } from '../court-search';

/** The days on which a court of the search has a free hour, at most a minute old on a new page. */
export const searchDaysQuery = (courtSearch: CourtSearch, firstDay: Day, lastDay: Day) => {
  const { date: _date, sort, search, ...filters } = toSearchQuery(courtSearch);
  // Sorted by distance, the place does not filter.
  const query = { ...(sort !== 'nearest' && { search }), ...filters, firstDay, lastDay };
  return queryOptions({
    queryKey: courtKeys.searchDays(query),
    queryFn: ({ signal }) => call('GET /api/search/days', { query, signal }),
    staleTime: MINUTE_MS,
  });
};
