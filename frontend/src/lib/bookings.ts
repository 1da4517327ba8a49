import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type CallInput, type Page, callPage } from './api';
import { type Loaded, type PagedQuery, inPages, loadedOf } from './pages';

/** Which bookings a list asks for, and so in which order. */
export type Wishes = Omit<NonNullable<CallInput<'GET /api/bookings'>['query']>, 'cursor'>;

/** A booking as its player or as its host sees it; only the host's names the player. */
export type SeenBooking = Booking | HostBooking;

export const isHosted = (booking: SeenBooking): booking is HostBooking => 'user' in booking;

export const isLive = ({ status }: Pick<Booking, 'status'>): boolean => status === 'pending' || status === 'confirmed';

const fits =
  ({ when, status }: Wishes) =>
  (booking: Booking): boolean =>
    (!status || booking.status === status) &&
    (when !== 'upcoming' || isLive(booking)) &&
    (when !== 'past' || booking.status === 'completed' || booking.status === 'confirmed');

/**
 * What a list shows of its pages: a change that is shown at once may take a booking out of it, and every game that is over is
 * labelled completed (domain rules, G12).
 */
const shownOf =
  (wishes: Wishes) =>
  <B extends Booking>(data: InfiniteData<Page<B[]>, unknown>): Loaded<B> => {
    const { items, total } = loadedOf(data);
    const fitting = items.filter(fits(wishes));
    const shown = fitting.map((one) => (wishes.when === 'past' ? { ...one, status: 'completed' as const } : one));
    return { items: shown, total: total - (items.length - fitting.length) };
  };

/** The keys that all lists of bookings begin with. */
export const bookingLists = [
  ['/api/bookings', {}],
  ['/api/host/bookings', {}],
] as const;

/** The caller's bookings as a player, page by page. */
export const bookingsQuery = (wishes: Wishes) =>
  infiniteQueryOptions({
    queryKey: ['/api/bookings', wishes],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/bookings', { query: { ...wishes, cursor: pageParam }, signal }),
    ...inPages,
    select: shownOf(wishes)<Booking>,
    meta: { live: ['bookings'] },
  });

/** Bookings of the caller's courts, each with its player, page by page. */
export const hostBookingsQuery = (wishes: Wishes) =>
  infiniteQueryOptions({
    queryKey: ['/api/host/bookings', wishes],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /api/host/bookings', { query: { ...wishes, cursor: pageParam }, signal }),
    ...inPages,
    select: shownOf(wishes)<HostBooking>,
    meta: { live: ['bookings'] },
  });

type Part = { data: Loaded<SeenBooking> | undefined; hasNextPage: boolean };

/** Two lists as one in their common order, as far as both are here. */
export const merged = (parts: readonly Part[], direction: 1 | -1): Loaded<SeenBooking> => {
  const compare = (a: SeenBooking, b: SeenBooking) => direction * a.startTime.localeCompare(b.startTime);
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
export const useSeenBookings = (wishes: Wishes, asHost: boolean): PagedQuery<Loaded<SeenBooking>> => {
  const own = useInfiniteQuery(bookingsQuery(wishes));
  const hosted = useInfiniteQuery({ ...hostBookingsQuery(wishes), enabled: asHost });
  const asked = asHost ? [own, hosted] : [own];
  const hasAll = asked.every(({ data }) => data);
  return {
    data: hasAll ? merged(asked, wishes.when === 'upcoming' ? 1 : -1) : undefined,
    isPending: !hasAll && !asked.some(({ isError, data }) => isError && !data),
    hasNextPage: asked.some((query) => query.hasNextPage),
    isFetchingNextPage: asked.some((query) => query.isFetchingNextPage),
    refetch: () => asked.forEach((query) => void query.refetch()),
    fetchNextPage: () => asked.forEach((query) => void (query.hasNextPage && query.fetchNextPage())),
  };
};
