import type { ZonedCourt } from '@courtly/contracts/courts';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import type { Day } from '../../lib/days';
import { courtKeys } from './court-keys';

/** The page size of the host's courts. More courts load page by page. */
const PAGE_SIZE = 100;

/** The host's courts, including hidden ones, newest first. */
export const hostCourtsQuery = infiniteQueryOptions({
  queryKey: courtKeys.hosted,
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/host/courts', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages<ZonedCourt>,
  meta: { live: ['courts', 'people'] },
});

export const courtQuery = (courtId: string) =>
  queryOptions({
    queryKey: courtKeys.detail(courtId),
    queryFn: ({ signal }) => call('GET /api/courts/:courtId', { params: { courtId }, signal }),
    // Verifying their email may give users access to the court.
    meta: { live: [`courts:${courtId}`, 'people'] },
  });

/** One of the host's courts, from the loaded list or, if it is beyond the first page, by ID. */
export const useOwnCourt = (courtId: string | null | undefined) => {
  const hostCourts = useInfiniteQuery({ ...hostCourtsQuery, enabled: Boolean(courtId) });
  const listedCourt = hostCourts.data?.items.find(({ id }) => id === courtId);
  const needsSingleCourt = hostCourts.isSuccess && !listedCourt && hostCourts.hasNextPage;
  const singleCourt = useQuery({ ...courtQuery(courtId ?? ''), enabled: needsSingleCourt });
  const ownerId = hostCourts.data?.items[0]?.ownerId;
  const court: ZonedCourt | undefined =
    listedCourt ?? (singleCourt.data?.ownerId === ownerId ? singleCourt.data : undefined);
  return { court, query: needsSingleCourt ? singleCourt : hostCourts };
};

export const courtHostQuery = (courtId: string) =>
  queryOptions({
    queryKey: courtKeys.host(courtId),
    queryFn: ({ signal }) => call('GET /api/courts/:courtId/host', { params: { courtId }, signal }),
  });

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
