import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type Span = Readonly<{ from: number; to: number }>;
type Hours = Readonly<{ courtId: string; startTime: string; endTime: string }>;
type Booked = Hours & Readonly<{ bookingId: string }>;

const spanOf = ({ startTime, endTime }: Hours): Span => ({
  from: Date.parse(startTime),
  to: Date.parse(endTime),
});
const share = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** The remainder of some spans without another span. */
const cut = (spans: readonly Span[], out: Span): Span[] =>
  spans
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, out.from) },
      { from: Math.max(from, out.to), to },
    ])
    .filter(({ from, to }) => from < to);

/**
 * Checks that no closed hour was booked and no live booking was closed over. Shares no code with
 * the deciders: it knows streams, bookings, and time spans, but no days or zones.
 */
export const closureChecker = (spill: DatabaseSync): Check => {
  const closed = new SpilledMap<readonly Span[]>(spill, 'closed hours');
  /** The hours of live bookings by booking id, for each stream. */
  const live = new SpilledMap<Readonly<Record<string, Span>>>(spill, 'booked hours');

  return ({ stream, type, data }: RecordedEvent) => {
    const shut = closed.get(stream) ?? [];
    const booked = live.get(stream) ?? {};
    switch (type) {
      case 'HoursClosed': {
        const span = spanOf(data as Hours);
        closed.set(stream, [...shut, span]);
        const under = Object.entries(booked).filter(([, hour]) => share(hour, span));
        return under.map(([bookingId]) => `booking ${bookingId} is live while its hour is closed`);
      }
      case 'HoursReopened':
        closed.set(stream, cut(shut, spanOf(data as Hours)));
        return [];
      case 'BookingRequested': {
        const { bookingId } = data as Booked;
        const hour = spanOf(data as Booked);
        live.set(stream, { ...booked, [bookingId]: hour });
        return shut.some((span) => share(span, hour))
          ? [`booking ${bookingId} is for a closed hour`]
          : [];
      }
      case 'BookingCancelled':
      case 'BookingCompleted': {
        const { [(data as Booked).bookingId]: _, ...rest } = booked;
        live.set(stream, rest);
        return [];
      }
      default:
        return [];
    }
  };
};
