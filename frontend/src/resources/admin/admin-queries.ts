import type { AdminBookingFilters } from '@courtly/contracts/admin-users';
import type { IncidentStatus } from '@courtly/contracts/incidents';
import type { MoneySection } from '@courtly/contracts/money-desk';
import type { Sport } from '@courtly/contracts/sport';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api';
import { cursorPaging, flattenPages } from '../../lib/cursor-paging';

/** Every admin query key starts with this, so one invalidation refetches them all. */
export const adminKeys = { all: ['admin'] as const };
export const PAGE_SIZE = 24;

const readFilters = (searchParams: URLSearchParams, flagName: string) => {
  const search = searchParams.get('search')?.trim();
  return {
    ...(search && { search }),
    ...(searchParams.has(flagName) && { [flagName]: 'true' as const }),
  };
};

/** Accounts, newest first. */
export const accountsQuery = (searchParams: URLSearchParams) => {
  const filters = readFilters(searchParams, 'suspended');
  return infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'users', filters],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/users', {
        query: { ...filters, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
};

export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'users', 'one', userId],
    queryFn: ({ signal }) => call('GET /api/admin/users/:userId', { params: { userId }, signal }),
    staleTime: 0,
  });

export const adminMembershipQuery = (userId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'users', 'membership', userId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/users/:userId/membership', { params: { userId }, signal }),
    staleTime: 0,
  });

/** The bookings of a user as player and host, or those of a court. */
export type BookingSource = Readonly<{ userId: string } | { deskCourtId: string }>;

export type BookingPeriod = AdminBookingFilters['when'];

/** Upcoming bookings, soonest first. Or past and canceled bookings, newest first. */
export const adminBookingsQuery = (source: BookingSource, when: BookingPeriod) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'bookings', source, when],
    queryFn: ({ signal, pageParam }) => {
      const listQuery = { when, limit: PAGE_SIZE, cursor: pageParam };
      return 'userId' in source
        ? callPage('GET /api/admin/users/:userId/bookings', {
            params: source,
            query: listQuery,
            signal,
          })
        : callPage('GET /api/admin/courts/:deskCourtId/bookings', {
            params: source,
            query: listQuery,
            signal,
          });
    },
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });

/** All courts, newest first. */
export const adminCourtsQuery = (searchParams: URLSearchParams) => {
  const filters = readFilters(searchParams, 'hidden');
  return infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'courts', filters],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/courts', {
        query: { ...filters, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });
};

export const reportedReviewsQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'reviews'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/review-reports', {
      query: { limit: PAGE_SIZE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

export const reportedMessagesQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'messages'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/message-reports', {
      query: { limit: PAGE_SIZE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Reports and claims about booked hours, earliest deadline first. */
export const adminIncidentsQuery = (status: IncidentStatus) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'incidents', status],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/incidents', {
        query: { status, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });

export const disputesQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'disputes'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/disputes', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Players with suspicious matches. */
export const ratingFlagsQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'rating-flags'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/rating-flags', {
      query: { limit: PAGE_SIZE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** The rated matches of a flagged player, newest first. */
export const flaggedMatchesQuery = (playerId: string, sport: Sport) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'flagged-matches', playerId, sport],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/rating-flags/:playerId/matches', {
        params: { playerId },
        query: { sport, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
    // The match disappears from the list once the next table is published.
    meta: { live: ['rankings'] },
  });

/** The starting point of a policy change. */
export const policyDraftQuery = queryOptions({
  queryKey: [...adminKeys.all, 'policy-draft'],
  queryFn: ({ signal }) => call('GET /api/admin/policy-draft', { signal }),
  staleTime: 0,
});

/** Versions of the policy, latest first. */
export const policiesQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'policies'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/policies', { query: { cursor: pageParam }, signal }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** Requested cities, by demand. */
export const cityDemandQuery = queryOptions({
  queryKey: [...adminKeys.all, 'cities'],
  queryFn: ({ signal }) => call('GET /api/admin/city-requests', { signal }),
  staleTime: 0,
});

/** The open money cases of a section, oldest first. */
export const openMoneyCasesQuery = (section: MoneySection) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'money-cases', section],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/admin/money/cases', {
        query: { section, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...cursorPaging,
    select: flattenPages,
    staleTime: 0,
  });

/** The money cases that ended, newest first. */
export const doneMoneyCasesQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'money-cases', 'done'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/money/cases', {
      query: { status: 'done', limit: PAGE_SIZE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** The payment steps that are overdue, oldest first. */
export const lateStepsQuery = infiniteQueryOptions({
  queryKey: [...adminKeys.all, 'late-steps'],
  queryFn: ({ signal, pageParam }) =>
    callPage('GET /api/admin/money/late-steps', {
      query: { limit: PAGE_SIZE, cursor: pageParam },
      signal,
    }),
  ...cursorPaging,
  select: flattenPages,
  staleTime: 0,
});

/** The results of the last nightly money check. */
export const moneyChecksQuery = queryOptions({
  queryKey: [...adminKeys.all, 'money-checks'],
  queryFn: ({ signal }) => call('GET /api/admin/money/checks', { signal }),
  staleTime: 0,
});

/** The hosts' money compared with Stripe's balance. */
export const platformBalanceQuery = queryOptions({
  queryKey: [...adminKeys.all, 'platform-balance'],
  queryFn: ({ signal }) => call('GET /api/admin/platform-balance', { signal }),
  staleTime: 0,
});

/** Payouts that an admin or a suspension holds, newest first. */
export const payoutHoldsQuery = queryOptions({
  queryKey: [...adminKeys.all, 'payout-holds'],
  queryFn: ({ signal }) => call('GET /api/admin/payout-holds', { signal }),
  staleTime: 0,
});

export const disputeEvidenceQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'money-cases', 'evidence', caseId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/money/cases/:caseId/evidence', { params: { caseId }, signal }),
    staleTime: 0,
  });

export const bookingMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'money', bookingId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/bookings/:bookingId', { params: { bookingId }, signal }),
    staleTime: 0,
  });

/** The guests of a booking whose data is stored. */
export const bookingGuestsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'guests', bookingId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/bookings/:bookingId/guests', { params: { bookingId }, signal }),
    staleTime: 0,
  });

export const failedJobsQuery = queryOptions({
  queryKey: [...adminKeys.all, 'jobs'],
  queryFn: ({ signal }) => call('GET /api/admin/jobs', { signal }),
  staleTime: 0,
});
