import type { BookingFilters } from '@courtly/contracts/bookings';
import { z } from 'zod';
import { notFound } from '../../platform/kernel/domain-error.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from './booking.js';

export type Side = Readonly<{ playerId: string } | { hostId: string }>;

export const PlaceInBookings = z.strictObject({ at: z.string(), id: z.string() });
export type PlaceInBookings = z.infer<typeof PlaceInBookings>;

type Order = Readonly<{ by: 'startTime' | 'answerBy'; direction: 1 | -1 }>;

/** Pending bookings by answer deadline, upcoming ones by start, all others latest start first. */
export const orderOf = ({ status, when }: Pick<BookingFilters, 'status' | 'when'>): Order => {
  if (status === 'pending') return { by: 'answerBy', direction: 1 };
  return { by: 'startTime', direction: when === 'upcoming' ? 1 : -1 };
};

export const placeIn =
  ({ by }: Order) =>
  (booking: Booking): PlaceInBookings => ({ at: booking[by], id: booking.bookingId });

export const sorting = ({ by, direction }: Order) => ({ [by]: direction, _id: direction });

/** The first condition lets MongoDB start at an index key. */
export const after = ({ by, direction }: Order, place: PlaceInBookings | undefined): object[] => {
  if (!place) return [];
  const beyond = direction === 1 ? '$gt' : '$lt';
  return [
    { [by]: { [`${beyond}e`]: place.at } },
    { $or: [{ [by]: { [beyond]: place.at } }, { _id: { [beyond]: place.id } }] },
  ];
};

/**
 * A booking lasts one hour, so it is over an hour after its start (domain rules, "Time" and G12).
 */
const whenIs = (when: 'upcoming' | 'past', at: string) => {
  const anHourAgo = new Date(Date.parse(at) - HOUR_MS).toISOString();
  return when === 'upcoming'
    ? { status: { $in: ['pending', 'confirmed'] }, startTime: { $gt: anHourAgo } }
    : { status: { $in: ['completed', 'confirmed'] }, startTime: { $lte: anHourAgo } };
};

/** A host sees a request once its payment is authorized or not required. */
export const seenByHost = { paymentStatus: { $ne: 'unpaid' } } as const;

type Sides = Pick<Booking, 'playerId' | 'hostId' | 'paymentStatus'>;

/**
 * Returns the booking to its player and host only.
 * @throws DomainError not_found, also for the host of an unpaid request
 */
export const seenBy = <B extends Sides>(booking: B | null | undefined, personId: string): B => {
  if (booking?.playerId === personId) return booking;
  if (booking?.hostId === personId && booking.paymentStatus !== 'unpaid') return booking;
  throw notFound('booking');
};

const instant = (text: string): string => new Date(text).toISOString();

export const conditionsOf = (side: Side, filters: BookingFilters, at: string): object[] => {
  const { when, status, courtId, from, until } = filters;
  return [
    side,
    ...('hostId' in side ? [seenByHost] : []),
    ...(status ? [{ status }] : []),
    ...(when ? [whenIs(when, at)] : []),
    ...(courtId ? [{ courtId }] : []),
    ...(from ? [{ startTime: { $gte: instant(from) } }] : []),
    ...(until ? [{ startTime: { $lt: instant(until) } }] : []),
  ];
};
