import type { CourtSearchResult } from '@courtly/contracts/search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/api';
import { cursorPaging } from '../../lib/cursor-paging';
import { courtKeys } from './court-keys';
import { type CourtSearch, toSearchQuery } from './court-search';

const STALE_TIME_MS = 30_000;

export type { CourtSearchResult as FoundCourt };

/**
 * Courts that match a search, with their first available slots. Slots refresh when the tab regains
 * focus and are not live, because every booking would refetch every list.
 */
export const searchQuery = (courtSearch: CourtSearch) => {
  const searchParams = toSearchQuery(courtSearch);
  return infiniteQueryOptions({
    queryKey: courtKeys.search(searchParams),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/search', { query: { ...searchParams, cursor: pageParam }, signal }),
    ...cursorPaging,
    staleTime: STALE_TIME_MS,
    refetchOnWindowFocus: true,
    meta: { live: ['courts'] },
  });
};
