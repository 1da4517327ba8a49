import type { Booking, CancellationQuote, HostBooking } from '@courtly/contracts/bookings';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type CallInput, type Page, call, callPage } from '../../lib/api';
import {
  type LoadedPages,
  type PagedQuery,
  cursorPaging,
  flattenPages,
} from '../../lib/cursor-paging';
import { bookingKeys } from './booking-keys';

/** So often a list on screen is asked for anew: what was ahead is over by then, without an event. */
const ROLL_OVER_MS = 5 * 60_000;
/** A line of a list has a booking, and how many messages about it are new. */
const LISTED = ['bookings', 'conversations'];

/** Which bookings a list asks for, and so in which order. */
export type BookingFilters = Omit<NonNullable<CallInput<'GET /api/bookings'>['query']>, 'cursor'>;

/** A booking as its player or as its host sees it; only the host's names the player. */
export type AnyBooking = Booking | HostBooking;

export const isHostBooking = (booking: AnyBooking): booking is HostBooking => 'user' in booking;

export const isOpen = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

const matchesFilters =
  ({ when, status }: BookingFilters) =>
  (booking: Booking): boolean =>
    (!status || booking.status === status) &&
    (when !== 'upcoming' || isOpen(booking)) &&
    (when !== 'past' || booking.status === 'completed' || booking.status === 'confirmed');

/**
 * What a list shows of its pages: a change that is shown at once may take a booking out of it, and every game that is over is
 * labelled completed (domain rules, G12).
 */
const selectShown =
  (filters: BookingFilters) =>
  <B extends Booking>(data: InfiniteData<Page<B[]>, unknown>): LoadedPages<B> => {
    const { items, total } = flattenPages(data);
    const fitting = items.filter(matchesFilters(filters));
    const shown = fitting.map((one) =>
      filters.when === 'past' ? { ...one, status: 'completed' as const } : one,
    );
    return { items: shown, total: total - (items.length - fitting.length) };
  };

/** The caller's bookings as a player, page by page. */
export const bookingsQuery = (filters: BookingFilters) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.list(filters),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/bookings', { query: { ...filters, cursor: pageParam }, signal }),
    ...cursorPaging,
    refetchInterval: ROLL_OVER_MS,
    select: selectShown(filters)<Booking>,
    meta: { live: LISTED },
  });

/** Bookings of the caller's courts, each with its player, page by page. */
export const hostBookingsQuery = (filters: BookingFilters) =>
  infiniteQueryOptions({
    queryKey: bookingKeys.hostList(filters),
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/host/bookings', { query: { ...filters, cursor: pageParam }, signal }),
    ...cursorPaging,
    refetchInterval: ROLL_OVER_MS,
    select: selectShown(filters)<HostBooking>,
    meta: { live: LISTED },
  });

/** What waits for the host's answer, the soonest due first. */
export const hostRequestsQuery = hostBookingsQuery({ status: 'pending' });

type PartialList = { data: LoadedPages<AnyBooking> | undefined; hasNextPage: boolean };

/** Two lists as one in their common order, as far as both are here. */
export const mergeLists = (
  parts: readonly PartialList[],
  direction: 1 | -1,
): LoadedPages<AnyBooking> => {
  const compare = (a: AnyBooking, b: AnyBooking) =>
    direction * a.startTime.localeCompare(b.startTime);
  const ends = parts.flatMap(({ data, hasNextPage }) => (hasNextPage && data?.items.at(-1)) || []);
  return {
    items: parts
      .flatMap(({ data }) => data?.items ?? [])
      .filter((booking) => ends.every((end) => compare(booking, end) <= 0))
      .sort(compare),
    total: parts.reduce((sum, { data }) => sum + (data?.total ?? 0), 0),
  };
};

/** A member's bookings as player, and for hosts those of their courts too. */
export const useMemberBookings = (
  filters: BookingFilters,
  asHost: boolean,
): PagedQuery<LoadedPages<AnyBooking>> => {
  const own = useInfiniteQuery(bookingsQuery(filters));
  const hosted = useInfiniteQuery({ ...hostBookingsQuery(filters), enabled: asHost });
  const asked = asHost ? [own, hosted] : [own];
  const hasAll = asked.every(({ data }) => data);
  return {
    data: hasAll ? mergeLists(asked, filters.when === 'upcoming' ? 1 : -1) : undefined,
    isPending: !hasAll && !asked.some(({ isError, data }) => isError && !data),
    hasNextPage: asked.some((query) => query.hasNextPage),
    isFetchingNextPage: asked.some((query) => query.isFetchingNextPage),
    refetch: () => asked.forEach((query) => void query.refetch()),
    fetchNextPage: () =>
      asked.forEach((query) => void (query.hasNextPage && query.fetchNextPage())),
  };
};

/** One booking, for its player or its host; always asked for anew. */
export const bookingQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingKeys.detail(bookingId),
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The gate code comes an hour before the start.
    refetchInterval: 60_000,
    meta: { live: ['bookings'] },
  });

/** What a cancellation now would refund; it depends on the minute, so it is asked for each time. */
export const cancellationQuery = (bookingId: string) =>
  queryOptions<CancellationQuote>({
    queryKey: bookingKeys.cancellation(bookingId),
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/cancellation', { params: { bookingId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
