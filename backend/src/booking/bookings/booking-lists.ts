import type { BookingFilters } from '@courtly/contracts/bookings';
import { z } from 'zod';
import { notFound } from '../../platform/kernel/domain-error.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from './booking.js';

/** Whose bookings a list shows: those of a player, or those of a host's courts. */
export type Side = Readonly<{ playerId: string } | { hostId: string }>;

/** Where a page of bookings ended: its last booking, by what its list is sorted by. */
export const PlaceInBookings = z.strictObject({ at: z.string(), id: z.string() });
export type PlaceInBookings = z.infer<typeof PlaceInBookings>;

type Order = Readonly<{ by: 'startTime' | 'answerBy'; direction: 1 | -1 }>;

/** Pending bookings by when they have to be answered, upcoming ones by their start, all others the latest start first. */
export const orderOf = ({ status, when }: Pick<BookingFilters, 'status' | 'when'>): Order => {
  if (status === 'pending') return { by: 'answerBy', direction: 1 };
  return { by: 'startTime', direction: when === 'upcoming' ? 1 : -1 };
};

/** The place of a booking in a list of that order. */
export const placeIn =
  ({ by }: Order) =>
  (booking: Booking): PlaceInBookings => ({ at: booking[by], id: booking.bookingId });

/** A list of that order for MongoDB; equal instants are told apart by the id. */
export const sorting = ({ by, direction }: Order) => ({ [by]: direction, _id: direction });

/** What stands after a place in a list of that order. The first condition is what an index begins at. */
export const after = ({ by, direction }: Order, place: PlaceInBookings | undefined): object[] => {
  if (!place) return [];
  const beyond = direction === 1 ? '$gt' : '$lt';
  return [
    { [by]: { [`${beyond}e`]: place.at } },
    { $or: [{ [by]: { [beyond]: place.at } }, { _id: { [beyond]: place.id } }] },
  ];
};

/** Every booking is an hour: it is over once it started longer ago (domain rules, "Time"; "completed", G12). */
const whenIs = (when: 'upcoming' | 'past', at: string) => {
  const anHourAgo = new Date(Date.parse(at) - HOUR_MS).toISOString();
  return when === 'upcoming'
    ? { status: { $in: ['pending', 'confirmed'] }, startTime: { $gt: anHourAgo } }
    : { status: { $in: ['completed', 'confirmed'] }, startTime: { $lte: anHourAgo } };
};

/** A host sees a request once a card is held for it, where it is to be paid. */
export const seenByHost = { paymentStatus: { $ne: 'unpaid' } } as const;

type Sides = Pick<Booking, 'playerId' | 'hostId' | 'paymentStatus'>;

/**
 * A booking for somebody: its player, or its host once it is paid or need not be.
 * @throws DomainError not_found where it is not theirs to see, or there is none
 */
export const seenBy = <B extends Sides>(booking: B | null | undefined, personId: string): B => {
  if (booking?.playerId === personId) return booking;
  if (booking?.hostId === personId && booking.paymentStatus !== 'unpaid') return booking;
  throw notFound('booking');
};

const instant = (text: string): string => new Date(text).toISOString();

/** The bookings of a side that the filters ask for at an instant: all conditions must hold. */
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
