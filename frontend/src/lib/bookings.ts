import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';

/** The caller's bookings as a player. */
export const bookingsQuery = queryOptions({
  queryKey: ['/api/bookings'],
  queryFn: ({ signal }) => call('GET /api/bookings', { signal }),
  meta: { live: ['bookings'] },
});

/** Bookings of the caller's courts, each with its player. */
export const hostBookingsQuery = queryOptions({
  queryKey: ['/api/host/bookings'],
  queryFn: ({ signal }) => call('GET /api/host/bookings', { signal }),
  meta: { live: ['bookings'] },
});

/** The caller's courts, hidden ones too. */
export const hostCourtsQuery = queryOptions({
  queryKey: ['/api/host/courts'],
  queryFn: ({ signal }) => call('GET /api/host/courts', { signal }),
  meta: { live: ['courts'] },
});

/** A booking as its player or as its host sees it; only the host's names the player. */
export type SeenBooking = Booking | HostBooking;

export const isHosted = (booking: SeenBooking): booking is HostBooking => 'user' in booking;

const byStart = (a: Booking, b: Booking) => a.startTime.localeCompare(b.startTime);
const ofStatus = <B extends Booking>(bookings: readonly B[], ...statuses: Booking['status'][]) =>
  bookings.filter(({ status }) => statuses.includes(status));

/** Pending and confirmed, the next one first. */
export const upcoming = <B extends Booking>(bookings: readonly B[]): B[] =>
  ofStatus(bookings, 'pending', 'confirmed').sort(byStart);
/** Completed, the latest first. */
export const past = <B extends Booking>(bookings: readonly B[]): B[] =>
  ofStatus(bookings, 'completed').sort((a, b) => byStart(b, a));
/** Live bookings that are not over, the next one first. */
export const ahead = <B extends Booking>(bookings: readonly B[], now: string): B[] =>
  upcoming(bookings).filter(({ endTime }) => Date.parse(endTime) > Date.parse(now));

/** Games played, the latest first: completed, or confirmed and over (domain rules, G12); all labelled completed. */
export const played = <B extends Booking>(bookings: readonly B[], now: string): B[] => {
  const over = ofStatus(bookings, 'confirmed')
    .filter(({ endTime }) => Date.parse(endTime) <= Date.parse(now))
    .map((booking) => ({ ...booking, status: 'completed' as const }));
  return past([...bookings, ...over]);
};

/** Cancelled for whatever reason, the latest first. */
export const cancelled = <B extends Booking>(bookings: readonly B[]): B[] =>
  ofStatus(bookings, 'cancelled').sort((a, b) => byStart(b, a));
