import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type TimeSpan = Readonly<{ from: number; to: number }>;
type HourRange = Readonly<{ courtId: string; startTime: string; endTime: string }>;
type BookedHours = HourRange & Readonly<{ bookingId: string }>;

const spanOf = ({ startTime, endTime }: HourRange): TimeSpan => ({
  from: Date.parse(startTime),
  to: Date.parse(endTime),
});
const spansOverlap = (firstSpan: TimeSpan, secondSpan: TimeSpan): boolean =>
  firstSpan.from < secondSpan.to && secondSpan.from < firstSpan.to;

/** The remainder of some spans without another span. */
const subtractSpan = (timeSpans: readonly TimeSpan[], removedSpan: TimeSpan): TimeSpan[] =>
  timeSpans
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, removedSpan.from) },
      { from: Math.max(from, removedSpan.to), to },
    ])
    .filter(({ from, to }) => from < to);

/**
 * Checks that no closed hour was booked and no live booking was closed over. Shares no code with
 * the deciders: it uses streams, bookings, and time spans, but no days or zones.
 */
export const closureChecker = (spillDatabase: DatabaseSync): Check => {
  const closedByStream = new SpilledMap<readonly TimeSpan[]>(spillDatabase, 'closed hours');
  /** The hours of live bookings by booking id, for each stream. */
  const bookedByStream = new SpilledMap<Readonly<Record<string, TimeSpan>>>(
    spillDatabase,
    'booked hours',
  );

  return ({ stream, type, data }: RecordedEvent) => {
    const closedSpans = closedByStream.get(stream) ?? [];
    const bookedSpans = bookedByStream.get(stream) ?? {};
    switch (type) {
      case 'HoursClosed': {
        const closedSpan = spanOf(data as HourRange);
        closedByStream.set(stream, [...closedSpans, closedSpan]);
        const overlapping = Object.entries(bookedSpans).filter(([, bookedSpan]) =>
          spansOverlap(bookedSpan, closedSpan),
        );
        return overlapping.map(
          ([bookingId]) => `booking ${bookingId} is live while its hour is closed`,
        );
      }
      case 'HoursReopened':
        closedByStream.set(stream, subtractSpan(closedSpans, spanOf(data as HourRange)));
        return [];
      case 'BookingRequested': {
        const { bookingId } = data as BookedHours;
        const bookedSpan = spanOf(data as BookedHours);
        bookedByStream.set(stream, { ...bookedSpans, [bookingId]: bookedSpan });
        return closedSpans.some((closedSpan) => spansOverlap(closedSpan, bookedSpan))
          ? [`booking ${bookingId} is for a closed hour`]
          : [];
      }
      case 'BookingCancelled':
      case 'BookingCompleted': {
        const { [(data as BookedHours).bookingId]: _, ...remaining } = bookedSpans;
        bookedByStream.set(stream, remaining);
        return [];
      }
      default:
        return [];
    }
  };
};
