import type { AuditEntry, AuditEvent, AuditKind } from '@courtly/contracts/audit';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiQuery, call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

export type AuditFilters = Omit<ApiQuery<'GET /api/admin/audit'>, 'cursor' | 'limit'>;

/** A record at a point in time (UTC). */
export type AsOf = Readonly<{ kind: AuditKind; id: string; at: string }>;
export type CalendarAsOfInput = Readonly<{ courtId: string; date: string; at: string }>;

const auditKeys = {
  search: (filters: AuditFilters) => ['/api/admin/audit', filters] as const,
  types: ['/api/admin/audit/types'] as const,
  timeline: (kind: AuditKind, id: string) => ['/api/admin/audit/timeline', kind, id] as const,
  event: (eventId: string) => ['/api/admin/audit/events', eventId] as const,
  asOf: (asOf: AsOf | CalendarAsOfInput) => ['/api/admin/audit/as-of', asOf] as const,
};

/** The events that match the filters, newest first. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: auditKeys.search(filters),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/audit', {
        query: { ...filters, limit: 40, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<AuditEvent>,
    staleTime: 0,
  });

export const auditTypesQuery = queryOptions({
  queryKey: auditKeys.types,
  queryFn: ({ signal }) => call('GET /api/admin/audit/types', { signal }),
});

/** The events of one record, oldest first. */
export const timelineQuery = (kind: AuditKind, id: string) =>
  infiniteQueryOptions({
    queryKey: auditKeys.timeline(kind, id),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/audit/timeline', {
        query: { kind, id, limit: 20, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages<AuditEntry>,
    staleTime: 0,
  });

/** One stored event. It changes only if personal data is erased. */
export const auditedEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: auditKeys.event(eventId),
    queryFn: ({ signal }) =>
      call('GET /api/admin/audit/events/:eventId', { params: { eventId }, signal }),
    gcTime: 0,
  });

export const rawEventAddress = (eventId: string): string =>
  `/api/admin/audit/events/${encodeURIComponent(eventId)}`;

/** URL of an export of the search results. */
export const exportAddress = (
  { ownReads: _, ...filters }: AuditFilters,
  format: 'csv' | 'jsonl',
): string => `/api/admin/audit/export?${new URLSearchParams({ ...filters, format })}`;

/** Whether a past state doesn't exist, so that a retry can't load it. */
export const isMissingState = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request');

export const stateAsOfQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: auditKeys.asOf(asOf),
    queryFn: ({ signal }) => call('GET /api/admin/audit/as-of', { query: asOf, signal }),
    gcTime: 0,
  });

/** The calendar of a court on one day, at a point in time. */
export const calendarAsOfQuery = (asOf: CalendarAsOfInput) =>
  queryOptions({
    queryKey: auditKeys.asOf(asOf),
    queryFn: ({ signal }) => call('GET /api/admin/audit/calendar', { query: asOf, signal }),
    gcTime: 0,
  });
