import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { HOUR_MS } from '../platform/kernel/local-time.js';

type LiveBooking = Readonly<{ bookingId: string; courtId: string; from: number; to: number }>;
type Requested = Readonly<{
  bookingId: string;
  courtId: string;
  startTime: string;
  endTime: string;
}>;

const MOST_HOURS = 48;

const hoursTouched = ({ from, to }: LiveBooking): number[] =>
  Array.from(
    { length: Math.ceil(to / HOUR_MS) - Math.floor(from / HOUR_MS) },
    (_, hourIndex) => Math.floor(from / HOUR_MS) + hourIndex,
  );

/**
 * Checks that no two live bookings overlap on one court. Shares no code with the deciders: uses no
 * days, zones, or streams, so it also finds a booking in the wrong stream.
 */
export const overlapChecker = (spillDatabase: DatabaseSync): Check => {
  const liveBookings = new SpilledMap<LiveBooking>(spillDatabase, 'live bookings');
  /** Live bookings by court and hour (hours since 1970). */
  const bookingsByHour = new SpilledMap<readonly LiveBooking[]>(spillDatabase, 'bookings by hour');
  const hourKeysOf = (liveBooking: LiveBooking) =>
    hoursTouched(liveBooking).map((hourNumber) => `${liveBooking.courtId} ${hourNumber}`);

  const releaseBooking = (bookingId: string) => {
    const liveBooking = liveBookings.get(bookingId);
    if (!liveBooking) return;
    liveBookings.delete(bookingId);
    for (const hourKey of hourKeysOf(liveBooking)) {
      const otherBookings = bookingsByHour
        .get(hourKey)!
        .filter((otherBooking) => otherBooking.bookingId !== bookingId);
      if (otherBookings.length > 0) bookingsByHour.set(hourKey, otherBookings);
      else bookingsByHour.delete(hourKey);
    }
  };

  const holdBooking = ({ bookingId, courtId, startTime, endTime }: Requested): string[] => {
    if (liveBookings.has(bookingId)) return [`booking ${bookingId} is requested while it is live`];
    const liveBooking = {
      bookingId,
      courtId,
      from: Date.parse(startTime),
      to: Date.parse(endTime),
    };
    if (
      !(
        liveBooking.from < liveBooking.to &&
        liveBooking.to - liveBooking.from <= MOST_HOURS * HOUR_MS
      )
    )
      return [`booking ${bookingId} has an invalid interval: ${startTime} to ${endTime}`];
    const hourKeys = hourKeysOf(liveBooking);
    const candidates = new Map(
      hourKeys
        .flatMap((hourKey) => bookingsByHour.get(hourKey) ?? [])
        .map((candidate) => [candidate.bookingId, candidate]),
    );
    const overlapping = [...candidates.values()].filter(
      (candidate) => candidate.from < liveBooking.to && liveBooking.from < candidate.to,
    );
    liveBookings.set(bookingId, liveBooking);
    for (const hourKey of hourKeys)
      bookingsByHour.set(hourKey, [...(bookingsByHour.get(hourKey) ?? []), liveBooking]);
    return overlapping.map(
      (candidate) =>
        `booking ${bookingId} overlaps on court ${courtId} with live ${candidate.bookingId}`,
    );
  };

  return ({ type, data }: RecordedEvent) => {
    if (type === 'BookingRequested') return holdBooking(data as Requested);
    if (type === 'BookingMoved') {
      releaseBooking((data as Requested).bookingId);
      return holdBooking(data as Requested);
    }
    if (type === 'BookingCancelled' || type === 'BookingCompleted')
      releaseBooking((data as Requested).bookingId);
    return [];
  };
};
