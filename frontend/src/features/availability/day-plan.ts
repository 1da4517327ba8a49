import type { HostBooking } from '@courtly/contracts/bookings';
import type { ResponseOf } from '../../lib/api';

export type Closure = ResponseOf<'GET /api/courts/:courtId/closures/:date'>[number];
export type TimeSpan = Readonly<{ start: string; end: string }>;

/** A time span in which the court has the same state. */
export type PlanBlock = TimeSpan &
  (
    | { state: 'open' }
    | { state: 'closed'; reason: string }
    | { state: 'booked'; booking: HostBooking }
  );

const spansOverlap = (firstSpan: TimeSpan, secondSpan: TimeSpan): boolean =>
  Date.parse(firstSpan.start) < Date.parse(secondSpan.end) &&
  Date.parse(secondSpan.start) < Date.parse(firstSpan.end);

const mergeConsecutive = (localHours: readonly TimeSpan[]): TimeSpan[] =>
  localHours.reduce<TimeSpan[]>((mergedSpans, { start, end }) => {
    const lastSpan = mergedSpans.at(-1);
    return lastSpan?.end === start
      ? [...mergedSpans.slice(0, -1), { start: lastSpan.start, end }]
      : [...mergedSpans, { start, end }];
  }, []);

/**
 * Splits a day into closed, booked, and open spans. Bookings can lie outside `offeredHours` if the
 * weekly hours have changed since.
 */
export const planDay = (
  offeredHours: readonly TimeSpan[],
  dayClosures: readonly Closure[],
  hostBookings: readonly HostBooking[],
): PlanBlock[] => {
  const closedBlocks = dayClosures.map(({ startTime, endTime, reason }) => ({
    start: startTime,
    end: endTime,
    state: 'closed' as const,
    reason,
  }));
  const bookedBlocks = hostBookings.map((hostBooking) => ({
    start: hostBooking.startTime,
    end: hostBooking.endTime,
    state: 'booked' as const,
    booking: hostBooking,
  }));
  const takenBlocks = [...closedBlocks, ...bookedBlocks];
  const openSpans = mergeConsecutive(
    offeredHours.filter(
      (offeredHour) => !takenBlocks.some((timeSpan) => spansOverlap(timeSpan, offeredHour)),
    ),
  );
  return [
    ...takenBlocks,
    ...openSpans.map((timeSpan) => ({ ...timeSpan, state: 'open' as const })),
  ].sort((leftBlock, rightBlock) => Date.parse(leftBlock.start) - Date.parse(rightBlock.start));
};

/** The offered hours that are neither closed nor over. */
export const closableHours = (
  offeredHours: readonly TimeSpan[],
  dayClosures: readonly Closure[],
  now: string,
): TimeSpan[] =>
  offeredHours.filter(
    (offeredHour) =>
      Date.parse(offeredHour.end) > Date.parse(now) &&
      !dayClosures.some(({ startTime, endTime }) =>
        spansOverlap({ start: startTime, end: endTime }, offeredHour),
      ),
  );
