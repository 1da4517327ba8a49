import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS, MINUTE_MS } from '../platform/kernel/local-time.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type TimeSpan = Readonly<{ from: number; to: number }>;
type ClosedSpan = TimeSpan & Readonly<{ closedAt: number }>;
type HourRange = Readonly<{ courtId: string; startTime: string; endTime: string }>;
type BookedHours = HourRange & Readonly<{ bookingId: string; requestedAt: string }>;
type BookedSpan = TimeSpan & Readonly<{ requestedAt: number }>;

/** One request closes several streams in turn, and another request may book an hour in between. */
const CLOSING_MS = MINUTE_MS;

const spanOf = ({ startTime, endTime }: HourRange): TimeSpan => ({
  from: Date.parse(startTime),
  to: Date.parse(endTime),
});
const spansOverlap = (firstSpan: TimeSpan, secondSpan: TimeSpan): boolean =>
  firstSpan.from < secondSpan.to && secondSpan.from < firstSpan.to;

/** The parts of the closed spans that remain when another span is removed. */
const subtractSpan = (closedSpans: readonly ClosedSpan[], removedSpan: TimeSpan): ClosedSpan[] =>
  closedSpans
    .flatMap((closedSpan) => [
      { ...closedSpan, to: Math.min(closedSpan.to, removedSpan.from) },
      { ...closedSpan, from: Math.max(closedSpan.from, removedSpan.to) },
    ])
    .filter(({ from, to }) => from < to);

/** More UTC days than any closure touches. Damaged events could name any number of days. */
const MOST_DAYS = 4;

/** The part of a span in each UTC day, by court and day. */
const partsByDay = (courtId: string, { from, to }: TimeSpan): (readonly [string, TimeSpan])[] => {
  const firstDay = Math.floor(from / DAY_MS);
  const dayCount = Math.min(Math.ceil(to / DAY_MS) - firstDay, MOST_DAYS) || 0;
  return Array.from({ length: Math.max(0, dayCount) }, (_, index) => {
    const dayStart = (firstDay + index) * DAY_MS;
    const part = { from: Math.max(from, dayStart), to: Math.min(to, dayStart + DAY_MS) };
    return [`${courtId} ${firstDay + index}`, part] as const;
  });
};

/**
 * Checks that no closed hour was booked and no closure overlaps a live booking of the court. Shares
 * no code with the deciders: uses streams and spans, but no court-days or zones.
 */
export const closureChecker = (spillDatabase: DatabaseSync): Check => {
  /** What each stream has closed, by court and UTC day. */
  const closedByDay = new SpilledMap<Readonly<Record<string, readonly ClosedSpan[]>>>(
    spillDatabase,
    'closed hours',
  );
  /** The hours of live bookings by booking id, for each stream. */
  const bookedByStream = new SpilledMap<Readonly<Record<string, BookedSpan>>>(
    spillDatabase,
    'booked hours',
  );

  const changeClosed = (
    { stream, data }: RecordedEvent,
    change: (closedSpans: readonly ClosedSpan[], part: TimeSpan) => readonly ClosedSpan[],
  ) => {
    const hourRange = data as HourRange;
    for (const [key, part] of partsByDay(hourRange.courtId, spanOf(hourRange))) {
      const closedByStream = closedByDay.get(key) ?? {};
      const closedSpans = change(closedByStream[stream] ?? [], part);
      closedByDay.set(key, { ...closedByStream, [stream]: closedSpans });
    }
  };

  /** The streams that have closed some of this time. */
  const streamsThatClosed = (
    courtId: string,
    bookedSpan: BookedSpan,
    isCounted: (stream: string, closedAt: number) => boolean,
  ): string[] => {
    const streams = partsByDay(courtId, bookedSpan).flatMap(([key, part]) =>
      Object.entries(closedByDay.get(key) ?? {}).flatMap(([stream, closedSpans]) =>
        closedSpans.some(
          (closedSpan) => spansOverlap(closedSpan, part) && isCounted(stream, closedSpan.closedAt),
        )
          ? [stream]
          : [],
      ),
    );
    return [...new Set(streams)];
  };

  return (event: RecordedEvent) => {
    const { stream, type, data, metadata } = event;
    const bookedSpans = bookedByStream.get(stream) ?? {};
    switch (type) {
      case 'HoursClosed': {
        const closedAt = Date.parse(metadata.at);
        changeClosed(event, (closedSpans, part) => [...closedSpans, { ...part, closedAt }]);
        const closedSpan = spanOf(data as HourRange);
        return Object.entries(bookedSpans)
          .filter(([, bookedSpan]) => spansOverlap(bookedSpan, closedSpan))
          .map(([bookingId]) => `booking ${bookingId} is live although its hour is closed`);
      }
      case 'HoursReopened':
        changeClosed(event, subtractSpan);
        return [];
      case 'BookingRequested':
      case 'BookingMoved': {
        const { bookingId, courtId, ...requested } = data as BookedHours & { movedAt?: string };
        const requestedAt = Date.parse(requested.movedAt ?? requested.requestedAt);
        const bookedSpan = { ...spanOf(data as BookedHours), requestedAt };
        bookedByStream.set(stream, { ...bookedSpans, [bookingId]: bookedSpan });
        return streamsThatClosed(
          courtId,
          bookedSpan,
          (closedStream, closedAt) =>
            closedStream === stream || closedAt + CLOSING_MS <= requestedAt,
        ).map((closedStream) =>
          closedStream === stream
            ? `booking ${bookingId} is for a closed hour`
            : `booking ${bookingId} is for an hour that is closed in ${closedStream}`,
        );
      }
      case 'BookingCancelled':
      case 'BookingCompleted': {
        const { bookingId, courtId } = data as BookedHours;
        const { [bookingId]: bookedSpan, ...remaining } = bookedSpans;
        bookedByStream.set(stream, remaining);
        if (type === 'BookingCancelled' || !bookedSpan) return [];
        return streamsThatClosed(
          courtId,
          bookedSpan,
          (closedStream, closedAt) =>
            closedStream !== stream &&
            closedAt < bookedSpan.to &&
            Math.abs(closedAt - bookedSpan.requestedAt) >= CLOSING_MS,
        ).map(
          (closedStream) =>
            `booking ${bookingId} is completed, but its hour was closed in ${closedStream}`,
        );
      }
      default:
        return [];
    }
  };
};
