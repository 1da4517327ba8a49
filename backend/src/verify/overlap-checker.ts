import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type Held = Readonly<{ bookingId: string; courtId: string; from: number; to: number }>;
type Requested = Readonly<{
  bookingId: string;
  courtId: string;
  startTime: string;
  endTime: string;
}>;

const HOUR_MS = 3_600_000;
const MOST_HOURS = 48;

const hoursTouched = ({ from, to }: Held): number[] =>
  Array.from(
    { length: Math.ceil(to / HOUR_MS) - Math.floor(from / HOUR_MS) },
    (_, i) => Math.floor(from / HOUR_MS) + i,
  );

/**
 * Checks that no two live bookings overlap on one court. Shares no code with the deciders: it knows
 * courts and intervals but no days, zones, or streams, so it also finds a booking in the wrong
 * stream. A booking is live from its request until it is canceled or completed.
 */
export const overlapChecker = (spill: DatabaseSync): Check => {
  const live = new SpilledMap<Held>(spill, 'live bookings');
  /** Live bookings by court and hour (hours since 1970). */
  const byHour = new SpilledMap<readonly Held[]>(spill, 'bookings by hour');
  const keysOf = (held: Held) => hoursTouched(held).map((hour) => `${held.courtId} ${hour}`);

  const release = (bookingId: string) => {
    const held = live.get(bookingId);
    if (!held) return;
    live.delete(bookingId);
    for (const key of keysOf(held)) {
      const left = byHour.get(key)!.filter((one) => one.bookingId !== bookingId);
      if (left.length > 0) byHour.set(key, left);
      else byHour.delete(key);
    }
  };

  const hold = ({ bookingId, courtId, startTime, endTime }: Requested): string[] => {
    if (live.has(bookingId)) return [`booking ${bookingId} is requested while it is live`];
    const held = { bookingId, courtId, from: Date.parse(startTime), to: Date.parse(endTime) };
    if (!(held.from < held.to && held.to - held.from <= MOST_HOURS * HOUR_MS))
      return [`booking ${bookingId} has an invalid interval: ${startTime} to ${endTime}`];
    const keys = keysOf(held);
    const others = new Map(
      keys.flatMap((key) => byHour.get(key) ?? []).map((other) => [other.bookingId, other]),
    );
    const shared = [...others.values()].filter(
      (other) => other.from < held.to && held.from < other.to,
    );
    live.set(bookingId, held);
    for (const key of keys) byHour.set(key, [...(byHour.get(key) ?? []), held]);
    return shared.map(
      (other) => `booking ${bookingId} overlaps on court ${courtId} with live ${other.bookingId}`,
    );
  };

  return ({ type, data }: RecordedEvent) => {
    if (type === 'BookingRequested') return hold(data as Requested);
    if (type === 'BookingCancelled' || type === 'BookingCompleted')
      release((data as Requested).bookingId);
    return [];
  };
};
