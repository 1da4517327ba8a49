import type { ZonedCourt } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import { HOUR_MS } from '../../lib/durations';
import { type CourtZone, dayInZone, formatTime } from '../../lib/format';
import { weekdayOf } from '../../lib/weekdays';
import type { CalendarEntry } from './calendar-entries';

/** A column of the grid: one court on one day. */
export type GridColumn = Readonly<{ court: ZonedCourt; day: Day }>;

/** The height of hours of the grid. */
export const remOf = (hours: number): string => `${hours * 3}rem`;

/** Hours as text that sorts like the hours, so that a range of them can be selected. */
export const hourKey = (hourOfDay: number): string => String(hourOfDay).padStart(2, '0');

const DAY_HOURS = 24;
const DEFAULT_HOURS = { first: 7, last: 21 };

/** The hours since midnight of a time such as `9:30 AM`. */
export const hourOfLabel = (clockTime: string): number => {
  const [, hour, minute, period] = /^(\d+):(\d+)\s(AM|PM)$/.exec(clockTime)!;
  return (Number(hour) % 12) + (period === 'PM' ? 12 : 0) + Number(minute) / 60;
};

/** The hours since midnight on the court's clock, such as 9.5 for 9:30 AM. */
export const clockHours = (instant: string, court: CourtZone): number =>
  hourOfLabel(formatTime(instant, court));

/** Whether an hour is within the weekly hours of the court. */
export const isOpenAt = ({ court, day }: GridColumn, hourOfDay: number): boolean =>
  court.weeklyHours[weekdayOf(day)].some(
    ({ from, to }) => parseInt(from) <= hourOfDay && hourOfDay < parseInt(to),
  );

const offsetMs = (offset: string): number => -Date.parse(`1970-01-01T00:00${offset}`);

/** How many times the court's clock shows an hour on a day: 1, or 0 or 2 when the clock changes. */
export const timesOnClock = ({ court, day }: GridColumn, hourOfDay: number): 0 | 1 | 2 => {
  const clockTime = Date.parse(`${day}T00:00:00Z`) + hourOfDay * HOUR_MS;
  for (const [index, { from, offset }] of court.zoneOffsets.entries()) {
    const previousOffset = court.zoneOffsets[index - 1]?.offset ?? offset;
    const [clockBefore, clockAfter] = [previousOffset, offset].map(
      (zoneOffset) => Date.parse(from) + offsetMs(zoneOffset),
    ) as [number, number];
    if (clockBefore <= clockTime && clockTime < clockAfter) return 0;
    if (clockAfter <= clockTime && clockTime < clockBefore) return 2;
  }
  return 1;
};

/**
 * Where an entry lies in a column, in hours since midnight. Its last hour decides where it ends,
 * because the clock may show the same time at its start and at its end.
 */
export const entryHours = (
  { start, end }: Pick<CalendarEntry, 'start' | 'end'>,
  { court, day }: GridColumn,
): { from: number; to: number } => {
  const from = clockHours(start, court);
  if (dayInZone(end, court) > day) return { from, to: DAY_HOURS };
  const lastHourStart = Math.max(Date.parse(start), Date.parse(end) - HOUR_MS);
  const lastHourLength = (Date.parse(end) - lastHourStart) / HOUR_MS;
  return {
    from,
    to: clockHours(new Date(lastHourStart).toISOString(), court) + lastHourLength,
  };
};

/** Whether an hour is booked, closed, or free, for screen readers. */
export const hourStateLabel = (
  column: GridColumn,
  hourOfDay: number,
  entries: readonly CalendarEntry[],
): string => {
  if (timesOnClock(column, hourOfDay) === 0) return 'skipped by the clock change';
  const kinds = entries
    .filter((entry) => {
      const { from, to } = entryHours(entry, column);
      return from < hourOfDay + 1 && hourOfDay < to;
    })
    .map(({ kind }) => kind);
  if (kinds.includes('confirmed') || kinds.includes('completed')) return 'booked';
  if (kinds.includes('pending')) return 'requested';
  if (kinds.includes('closed')) return 'closed';
  return isOpenAt(column, hourOfDay) ? 'free' : 'outside opening hours';
};

/** The rows of the grid: from the first to the last hour that is open or booked in any column. */
export const gridHours = (
  columns: readonly GridColumn[],
  entriesOf: (column: GridColumn) => readonly CalendarEntry[],
): number[] => {
  const ranges = columns.flatMap((column) => [
    ...column.court.weeklyHours[weekdayOf(column.day)].map(({ from, to }) => ({
      from: parseInt(from),
      to: parseInt(to),
    })),
    ...entriesOf(column)
      .filter(({ kind }) => kind !== 'closed')
      .map((entry) => entryHours(entry, column)),
  ]);
  const first = ranges.length
    ? Math.floor(Math.min(...ranges.map(({ from }) => from)))
    : DEFAULT_HOURS.first;
  const last = ranges.length
    ? Math.ceil(Math.max(...ranges.map(({ to }) => to)))
    : DEFAULT_HOURS.last;
  return Array.from({ length: last - first }, (_, index) => first + index);
};

/** How many of the open hours of a column are booked. */
export const occupancyOf = (column: GridColumn, entries: readonly CalendarEntry[]) => ({
  booked: entries.filter(({ kind }) => kind === 'confirmed' || kind === 'completed').length,
  open: Array.from({ length: DAY_HOURS }, (_, hourOfDay) =>
    isOpenAt(column, hourOfDay) ? timesOnClock(column, hourOfDay) : 0,
  ).reduce<number>((total, hourCount) => total + hourCount, 0),
});
