import type { Booking, CancellationQuote, HostBooking } from '@courtly/contracts/bookings';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ApiQuery, type Page, call, callPage } from '../../lib/api';
import {
  type LoadedPages,
  type PagedQuery,
  cursorPaging,
  flattenPages,
} from '../../lib/cursor-paging';
import { bookingKeys } from './booking-keys';
import { isOpenBooking, saveBooking, saveBookings } from './saved-bookings';
import { MINUTE_MS } from '../../lib/durations';

/** The refetch interval. Upcoming bookings become past ones without an event. */
const REFETCH_INTERVAL_MS = 5 * MINUTE_MS;
/** Lists show bookings, the number of unread messages, and who has signed the waiver. */
const LIVE_TOPICS = ['bookings', 'conversations', 'guestWaivers'];

/** The filters of a list, which also determine its order. */
export type BookingFilters = Omit<ApiQuery<'GET /api/bookings'>, 'cursor'>;

/** A booking as its player or its host sees it. Only the host's view includes the player. */
export type AnyBooking = Booking | HostBooking;

export const isHostBooking = (booking: AnyBooking): booking is HostBooking => 'user' in booking;

const matchesFilters =
  ({ when, status }: BookingFilters) =>
  (booking: Booking): boolean =>
    (!status || booking.status === status) &&
    (when !== 'upcoming' || isOpenBooking(booking)) &&
    (when !== 'past' || booking.status === 'completed' || booking.status === 'confirmed');

/**
 * Applies optimistic changes to the loaded pages: removes bookings that no longer match the filters
 * and shows every past booking as completed (domain rules, G12).
 */
const selectVisible =
  (filters: BookingFilters) =>
  <B extends Booking>(pagedData: InfiniteData<Page<B[]>, unknown>): LoadedPages<B> => {
    const { items, total } = flattenPages(pagedData);
    const matchingBookings = items.filter(matchesFilters(filters));
    const visibleBookings = matchingBookings.map((booking) =>
      filters.when === 'past' ? { ...booking, status: 'completed' as const } : booking,
    );
    return { items: visibleBookings, total: total - (items.length - matchingBookings.length) };
  };

/** The current user's bookings as a player. */
export const bookingsQuery = (filters: BookingFilters) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.list(filters),
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filters, cursor: pageParam };
      const bookingPage = await callPage('GET /api/bookings', { query, signal });
      if (filters.when === 'upcoming' && !filters.limit && !pageParam && !signal.aborted)
        saveBookings(bookingPage.items);
      return bookingPage;
    },
    ...cursorPaging,
    refetchInterval: REFETCH_INTERVAL_MS,
    select: selectVisible(filters)<Booking>,
    meta: { live: LIVE_TOPICS },
  });

/** Bookings of the current user's courts, with their players. */
export const hostBookingsQuery = (filters: BookingFilters) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.hostList(filters),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/host/bookings', { query: { ...filters, cursor: pageParam }, signal }),
    ...cursorPaging,
    refetchInterval: REFETCH_INTERVAL_MS,
    select: selectVisible(filters)<HostBooking>,
    meta: { live: LIVE_TOPICS },
  });

/** Requests that await the host's response, earliest deadline first. */
export const hostRequestsQuery = hostBookingsQuery({ status: 'pending' });

type PartialList = { data: LoadedPages<AnyBooking> | undefined; hasNextPage: boolean };

/** Merges lists in order, up to the last item that all of them have loaded. */
export const mergeLists = (
  partialLists: readonly PartialList[],
  direction: 1 | -1,
): LoadedPages<AnyBooking> => {
  const compare = (first: AnyBooking, second: AnyBooking) =>
    direction * first.startTime.localeCompare(second.startTime);
  const lastLoaded = partialLists.flatMap(
    ({ data, hasNextPage }) => (hasNextPage && data?.items.at(-1)) || [],
  );
  return {
    items: partialLists
      .flatMap(({ data }) => data?.items ?? [])
      .filter((booking) => lastLoaded.every((lastBooking) => compare(booking, lastBooking) <= 0))
      .sort(compare),
    total: partialLists.reduce((totalCount, { data }) => totalCount + (data?.total ?? 0), 0),
  };
};

/** A member's bookings as a player and, if the member is a host, those of the member's courts. */
export const useMemberBookings = (
  filters: BookingFilters,
  includeHosted: boolean,
  enabled = true,
): PagedQuery<LoadedPages<AnyBooking>> => {
  const playerBookings = useInfiniteQuery({ ...bookingsQuery(filters), enabled });
  const hostBookings = useInfiniteQuery({
    ...hostBookingsQuery(filters),
    enabled: enabled && includeHosted,
  });
  const activeQueries = includeHosted ? [playerBookings, hostBookings] : [playerBookings];
  const isLoaded = activeQueries.every(({ data }) => data);
  return {
    data: isLoaded ? mergeLists(activeQueries, filters.when === 'upcoming' ? 1 : -1) : undefined,
    isPending: !isLoaded && !activeQueries.some(({ isError, data }) => isError && !data),
    isFetching: activeQueries.some(({ isFetching }) => isFetching),
    error: activeQueries.find(({ error }) => error)?.error ?? null,
    errorUpdateCount: activeQueries
      .filter(({ data }) => !data)
      .reduce((sum, { errorUpdateCount }) => sum + errorUpdateCount, 0),
    hasNextPage: activeQueries.some((bookingList) => bookingList.hasNextPage),
    isFetchingNextPage: activeQueries.some((bookingList) => bookingList.isFetchingNextPage),
    isFetchNextPageError: activeQueries.some((bookingList) => bookingList.isFetchNextPageError),
    refetch: () => activeQueries.forEach((bookingList) => void bookingList.refetch()),
    fetchNextPage: () =>
      activeQueries.forEach(
        (bookingList) => void (bookingList.hasNextPage && bookingList.fetchNextPage()),
      ),
  };
};

/** One booking, for its player or host. It is refetched whenever a page shows it. */
export const bookingQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingKeys.detail(bookingId),
    queryFn: async ({ signal }) => {
      const params = { bookingId };
      const booking = await call('GET /api/bookings/:bookingId', { params, signal });
      if (!signal.aborted) saveBooking(booking);
      return booking;
    },
    staleTime: 0,
    gcTime: 0,
    // The gate code appears an hour before the start.
    refetchInterval: MINUTE_MS,
    meta: { live: ['bookings'] },
  });

/** The refund for a cancellation now. It depends on the time, so it is always refetched. */
export const cancellationQuery = (bookingId: string) =>
  queryOptions<CancellationQuote>({
    queryKey: bookingKeys.cancellation(bookingId),
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/cancellation', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The viewer's own record as a player. */
export const ownRecordQuery = queryOptions({
  queryKey: ['/api/player-record'],
  queryFn: ({ signal }) => call('GET /api/player-record', { signal }),
  meta: { live: ['playerRecords'] },
});
