import type { BookingFilters } from '@courtly/contracts/bookings';
import { z } from 'zod';
import { notFound } from '../../platform/kernel/domain-error.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from './booking.js';

export type BookingOwner = Readonly<{ playerId: string } | { hostId: string }>;

export const PlaceInBookings = z.strictObject({ at: z.string(), id: z.string() });
export type PlaceInBookings = z.infer<typeof PlaceInBookings>;

type BookingOrder = Readonly<{ by: 'startTime' | 'answerBy'; direction: 1 | -1 }>;

/**
 * Pending bookings are sorted by response deadline, upcoming ones by start, and all others by
 * latest start first.
 */
export const bookingOrderOf = ({
  status,
  when,
}: Pick<BookingFilters, 'status' | 'when'>): BookingOrder => {
  if (status === 'pending') return { by: 'answerBy', direction: 1 };
  return { by: 'startTime', direction: when === 'upcoming' ? 1 : -1 };
};

export const placeInOrder =
  ({ by }: BookingOrder) =>
  (booking: Booking): PlaceInBookings => ({ at: booking[by], id: booking.bookingId });

export const mongoSortOf = ({ by, direction }: BookingOrder) => ({
  [by]: direction,
  _id: direction,
});

/** The first condition lets MongoDB start at an index key. */
export const conditionsAfter = (
  { by, direction }: BookingOrder,
  pageCursor: PlaceInBookings | undefined,
): object[] => {
  if (!pageCursor) return [];
  const comparison = direction === 1 ? '$gt' : '$lt';
  return [
    { [by]: { [`${comparison}e`]: pageCursor.at } },
    { $or: [{ [by]: { [comparison]: pageCursor.at } }, { _id: { [comparison]: pageCursor.id } }] },
  ];
};

/**
 * A booking lasts one hour, so it is over one hour after its start (domain rules, "Time" and G12).
 */
const periodCondition = (bookingPeriod: 'upcoming' | 'past', currentInstant: string) => {
  const anHourAgo = new Date(Date.parse(currentInstant) - HOUR_MS).toISOString();
  return bookingPeriod === 'upcoming'
    ? { status: { $in: ['pending', 'confirmed'] }, startTime: { $gt: anHourAgo } }
    : { status: { $in: ['completed', 'confirmed'] }, startTime: { $lte: anHourAgo } };
};

/** A host sees a request only once its payment is authorized or if none is required. */
export const visibleToHost = { paymentStatus: { $ne: 'unpaid' } } as const;

type BookingAccess = Pick<Booking, 'playerId' | 'hostId' | 'paymentStatus'>;

/**
 * Returns the booking only to its player and its host.
 * @throws DomainError not_found, including for the host while the request is unpaid
 */
export const bookingVisibleTo = <B extends BookingAccess>(
  booking: B | null | undefined,
  userId: string,
): B => {
  if (booking?.playerId === userId) return booking;
  if (booking?.hostId === userId && booking.paymentStatus !== 'unpaid') return booking;
  throw notFound('booking');
};

const toInstant = (time: string): string => new Date(time).toISOString();

export const conditionsOf = (
  bookingOwner: BookingOwner,
  bookingFilters: Omit<BookingFilters, 'limit'>,
  currentInstant: string,
): object[] => {
  const { when, status, courtId, from, until } = bookingFilters;
  return [
    bookingOwner,
    ...('hostId' in bookingOwner ? [visibleToHost] : []),
    ...(status ? [{ status }] : []),
    ...(when ? [periodCondition(when, currentInstant)] : []),
    ...(courtId ? [{ courtId }] : []),
    ...(from ? [{ startTime: { $gte: toInstant(from) } }] : []),
    ...(until ? [{ startTime: { $lt: toInstant(until) } }] : []),
  ];
};
