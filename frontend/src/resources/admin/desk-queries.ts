import type { AdminBookingFilters } from '@courtly/contracts/admin-users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

/** What everything of the desk begins with: whatever an admin does, all of it is asked for again. */
export const DESK = 'desk';
const PAGE = 24;

const filtersOf = (search: URLSearchParams, only: string) => {
  const text = search.get('search')?.trim();
  return { ...(text && { search: text }), ...(search.has(only) && { [only]: 'true' as const }) };
};

/** People with an account, who registered last first. */
export const accountsQuery = (search: URLSearchParams) => {
  const filters = filtersOf(search, 'suspended');
  return infiniteQueryOptions({
    queryKey: [DESK, 'users', filters],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/users', {
        query: { ...filters, limit: PAGE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
};

export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: [DESK, 'users', 'one', userId],
    queryFn: ({ signal }) => call('GET /api/admin/users/:userId', { params: { userId }, signal }),
    staleTime: 0,
  });

/** Whose bookings are meant: those of somebody on either side, or of a court. */
export type BookingsOf = Readonly<{ userId: string } | { deskCourtId: string }>;

export type BookingsWhen = AdminBookingFilters['when'];

/** Bookings to come, the next one first, or those played or cancelled, the latest first. */
export const deskBookingsQuery = (of: BookingsOf, when: BookingsWhen) =>
  infiniteQueryOptions({
    queryKey: [DESK, 'bookings', of, when],
    queryFn: ({ signal, pageParam }) => {
      const query = { when, limit: PAGE, cursor: pageParam };
      return 'userId' in of
        ? callPage('GET /api/admin/users/:userId/bookings', { params: of, query, signal })
        : callPage('GET /api/admin/courts/:deskCourtId/bookings', { params: of, query, signal });
    },
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });

/** Every court, the newest first. */
export const deskCourtsQuery = (search: URLSearchParams) => {
  const filters = filtersOf(search, 'hidden');
  return infiniteQueryOptions({
    queryKey: [DESK, 'courts', filters],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/courts', {
        query: { ...filters, limit: PAGE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
};

/** Reviews whose reports wait. */
export const reportedReviewsQuery = infiniteQueryOptions({
  queryKey: [DESK, 'reviews'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/review-reports', {
      query: { limit: PAGE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Messages whose report waits. */
export const reportedMessagesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'messages'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/message-reports', {
      query: { limit: PAGE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Results that are disputed. */
export const disputesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'disputes'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/disputes', { query: { limit: PAGE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Players whose matches look odd. */
export const ratingFlagsQuery = infiniteQueryOptions({
  queryKey: [DESK, 'rating-flags'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/rating-flags', { query: { limit: PAGE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** The policies that took effect, the one in force first. */
export const policiesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'policies'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/policies', { query: { cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Where most people would like to play. */
export const cityDemandQuery = queryOptions({
  queryKey: [DESK, 'cities'],
  queryFn: ({ signal }) => call('GET /api/admin/city-requests', { signal }),
  staleTime: 0,
});

/** One booking with its money. */
export const bookingMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [DESK, 'money', bookingId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/bookings/:bookingId', { params: { bookingId }, signal }),
    staleTime: 0,
  });
