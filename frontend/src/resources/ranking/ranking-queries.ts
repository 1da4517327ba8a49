import type { RankingEntry } from '@courtly/contracts/rankings';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { type PagedData, cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { type Ranking, rankingKeys } from './ranking-keys';

/** All rankings are published together, seconds after a match counts. */
export const publishedRanks = { staleTime: 5_000, meta: { live: ['rankings'] } };

export const clubSingles: Ranking = { sport: 'tennis', tab: 'all', discipline: 'singles' };

const flattenRanking = (pagedData: PagedData<RankingEntry>) => ({
  ...flattenPages(pagedData),
  isLimited: pagedData.pages.some(({ isLimited }) => isLimited),
});

/** The players of a ranking. Lists that show only the first ranks pass `limit`. */
export const rankingQuery = (ranking: Ranking, limit?: number) =>
  infiniteQueryOptions({
    queryKey: rankingKeys.list(ranking, limit),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/rankings', { query: { ...ranking, limit, cursor: pageParam }, signal }),
    ...cursorPaging,
    select: flattenRanking,
    ...publishedRanks,
  });

export const ownRankQuery = (ranking: Ranking) =>
  queryOptions({
    queryKey: rankingKeys.own(ranking),
    queryFn: ({ signal }) => call('GET /api/rankings/me', { query: ranking, signal }),
    ...publishedRanks,
  });
