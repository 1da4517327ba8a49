import type { HostBooking } from '@courtly/contracts/bookings';
import type { ResponseOf } from '../../lib/api';
import type { LocalHour } from './local-hours';
import type { HourRange } from './weekly-hours';

export type Closure = ResponseOf<'GET /api/courts/:courtId/closures/:date'>[number];
type TimeSpan = Readonly<{ start: string; end: string }>;

/** A time span with one state. */
export type PlanBlock = TimeSpan &
  (
    | { state: 'open' }
    | { state: 'closed'; reason: string }
    | { state: 'booked'; booking: HostBooking }
  );

const spansOverlap = (first: TimeSpan, second: TimeSpan): boolean =>
  Date.parse(first.start) < Date.parse(second.end) &&
  Date.parse(second.start) < Date.parse(first.end);

/** The hours of a day within the weekly hours. */
export const hoursWithinRanges = (
  hours: readonly LocalHour[],
  ranges: readonly HourRange[],
): LocalHour[] =>
  hours.filter(({ hour }) =>
    ranges.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to)),
  );

/** Merges consecutive hours into spans. */
const mergeConsecutive = (hours: readonly TimeSpan[]): TimeSpan[] =>
  hours.reduce<TimeSpan[]>((spans, { start, end }) => {
    const lastSpan = spans.at(-1);
    return lastSpan?.end === start
      ? [...spans.slice(0, -1), { start: lastSpan.start, end }]
      : [...spans, { start, end }];
  }, []);

/**
 * Splits a day into closed, booked, and open spans. Bookings can lie outside `offered` if the
 * weekly hours have changed since.
 */
export const planDay = (
  offered: readonly LocalHour[],
  closures: readonly Closure[],
  bookings: readonly HostBooking[],
): PlanBlock[] => {
  const closedBlocks = closures.map(({ startTime, endTime, reason }) => ({
    start: startTime,
    end: endTime,
    state: 'closed' as const,
    reason,
  }));
  const bookedBlocks = bookings.map((booking) => ({
    start: booking.startTime,
    end: booking.endTime,
    state: 'booked' as const,
    booking,
  }));
  const takenBlocks = [...closedBlocks, ...bookedBlocks];
  const openSpans = mergeConsecutive(
    offered.filter((hour) => !takenBlocks.some((span) => spansOverlap(span, hour))),
  );
  return [...takenBlocks, ...openSpans.map((span) => ({ ...span, state: 'open' as const }))].sort(
    (left, right) => Date.parse(left.start) - Date.parse(right.start),
  );
};

/** Offered hours that are neither closed nor over. */
export const closableHours = (
  offered: readonly LocalHour[],
  closures: readonly Closure[],
  now: string,
): LocalHour[] =>
  offered.filter(
    (hour) =>
      Date.parse(hour.end) > Date.parse(now) &&
      !closures.some(({ startTime, endTime }) =>
        spansOverlap({ start: startTime, end: endTime }, hour),
      ),
  );
