import type {
  ApplicationKind,
  HostApplication,
  PlayerApplication,
} from '@courtly/contracts/applications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ApiQuery, type Page, call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';
import { MINUTE_MS } from '../../lib/durations';

export type AnyApplication = HostApplication | PlayerApplication;

export const isHostApplication = (application: AnyApplication): application is HostApplication =>
  'address' in application;

export type ApplicationFilters = Omit<
  ApiQuery<'GET /api/admin/host-applications'>,
  'cursor' | 'limit'
>;

export const applicationKeys = {
  counts: ['/api/admin/applications'] as const,
  lists: (applicationKind: ApplicationKind) =>
    [`/api/admin/${applicationKind}-applications`] as const,
  list: (applicationKind: ApplicationKind, filters: ApplicationFilters) =>
    [...applicationKeys.lists(applicationKind), filters] as const,
};

/** Applications send no server event, so the admin pages poll. */
const POLL_INTERVAL_MS = MINUTE_MS;

/** The numbers of all, pending, and overdue applications of each kind. */
export const applicationCountsQuery = queryOptions({
  queryKey: applicationKeys.counts,
  queryFn: ({ signal }) => call('GET /api/admin/applications', { signal }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
});

/** Applications of one kind. Pending ones are sorted oldest first, all others newest first. */
export const applicationsQuery = (applicationKind: ApplicationKind, filters: ApplicationFilters) =>
  infiniteQueryOptions({
    queryKey: applicationKeys.list(applicationKind, filters),
    queryFn: ({ signal, pageParam }): Promise<Page<AnyApplication[]>> =>
      callPage(`GET /api/admin/${applicationKind}-applications` as const, {
        query: { ...filters, limit: 24, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<AnyApplication>,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
