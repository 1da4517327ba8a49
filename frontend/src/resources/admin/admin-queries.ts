import type { AdminBookingFilters } from '@courtly/contracts/admin-users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

/** Every admin query key starts with this, so one invalidation refetches them all. */
export const DESK = 'desk';
const PAGE = 24;

const filtersOf = (search: URLSearchParams, only: string) => {
  const text = search.get('search')?.trim();
  return { ...(text && { search: text }), ...(search.has(only) && { [only]: 'true' as const }) };
};

/** Accounts, newest first. */
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

/** Bookings of a user on either side, or of a court. */
export type BookingsOf = Readonly<{ userId: string } | { deskCourtId: string }>;

export type BookingsWhen = AdminBookingFilters['when'];

/** Upcoming bookings, soonest first, or past and canceled ones, latest first. */
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

/** All courts, newest first. */
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

/** Reviews with open reports. */
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

/** Messages with open reports. */
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

/** Disputed match results. */
export const disputesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'disputes'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/disputes', { query: { limit: PAGE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Players with suspicious matches. */
export const ratingFlagsQuery = infiniteQueryOptions({
  queryKey: [DESK, 'rating-flags'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/rating-flags', { query: { limit: PAGE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Policies, the current one first. */
export const policiesQuery = infiniteQueryOptions({
  queryKey: [DESK, 'policies'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/policies', { query: { cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Requested cities, by demand. */
export const cityDemandQuery = queryOptions({
  queryKey: [DESK, 'cities'],
  queryFn: ({ signal }) => call('GET /api/admin/city-requests', { signal }),
  staleTime: 0,
});

/** A booking with its payments. */
export const bookingMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [DESK, 'money', bookingId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/bookings/:bookingId', { params: { bookingId }, signal }),
    staleTime: 0,
  });
