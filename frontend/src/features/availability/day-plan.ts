import type { HostBooking } from '@courtly/contracts/bookings';
import type { ResponseOf } from '../../lib/api';
import type { LocalHour } from './local-hours';
import type { Range } from './weekly-hours';

export type Closure = ResponseOf<'GET /api/courts/:courtId/closures/:date'>[number];
type Span = Readonly<{ start: string; end: string }>;

/** A time span with one state. */
export type Block = Span &
  (
    | { state: 'open' }
    | { state: 'closed'; reason: string }
    | { state: 'booked'; booking: HostBooking }
  );

const overlap = (a: Span, b: Span): boolean =>
  Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end);

/** The hours of a day within the weekly hours. */
export const offeredOf = (hours: readonly LocalHour[], ranges: readonly Range[]): LocalHour[] =>
  hours.filter(({ hour }) =>
    ranges.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to)),
  );

/** Merges consecutive hours into spans. */
const joined = (hours: readonly Span[]): Span[] =>
  hours.reduce<Span[]>((spans, { start, end }) => {
    const last = spans.at(-1);
    return last?.end === start
      ? [...spans.slice(0, -1), { start: last.start, end }]
      : [...spans, { start, end }];
  }, []);

/**
 * Splits a day into closed, booked, and open spans. Bookings can lie outside `offered` if the
 * weekly hours have changed since.
 */
export const planOf = (
  offered: readonly LocalHour[],
  closures: readonly Closure[],
  bookings: readonly HostBooking[],
): Block[] => {
  const closed = closures.map(({ startTime, endTime, reason }) => ({
    start: startTime,
    end: endTime,
    state: 'closed' as const,
    reason,
  }));
  const booked = bookings.map((booking) => ({
    start: booking.startTime,
    end: booking.endTime,
    state: 'booked' as const,
    booking,
  }));
  const held = [...closed, ...booked];
  const free = joined(offered.filter((hour) => !held.some((span) => overlap(span, hour))));
  return [...held, ...free.map((span) => ({ ...span, state: 'open' as const }))].sort(
    (a, b) => Date.parse(a.start) - Date.parse(b.start),
  );
};

/** Offered hours that are neither closed nor over. */
export const closable = (
  offered: readonly LocalHour[],
  closures: readonly Closure[],
  now: string,
): LocalHour[] =>
  offered.filter(
    (hour) =>
      Date.parse(hour.end) > Date.parse(now) &&
      !closures.some(({ startTime, endTime }) => overlap({ start: startTime, end: endTime }, hour)),
  );
