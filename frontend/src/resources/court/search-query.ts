import type { CourtSearchResult } from '@courtly/contracts/search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/api';
import { cursorPaging } from '../../lib/cursor-paging';
import { courtKeys } from './court-keys';
import { type CourtSearch, searchQueryOf } from './court-search';

const HALF_A_MINUTE_MS = 30_000;

export type { CourtSearchResult as FoundCourt };

/**
 * The courts that a search finds with their first free hours, page by page. Hours are not live here: every booking anywhere would
 * ask for every list again. They are asked for anew when somebody comes back to them; a court's own page knows the present ones.
 */
export const searchQuery = (search: CourtSearch) => {
  const query = searchQueryOf(search);
  return infiniteQueryOptions({
    queryKey: courtKeys.search(query),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/search', { query: { ...query, cursor: pageParam }, signal }),
    ...cursorPaging,
    staleTime: HALF_A_MINUTE_MS,
    refetchOnWindowFocus: true,
    meta: { live: ['courts'] },
  });
};
