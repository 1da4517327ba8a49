import type { ZonedCourt } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import { type CourtZone, dayInZone, formatTime } from '../../lib/format';
import { weekdayOf } from '../../lib/weekdays';
import type { CalendarEntry } from './calendar-entries';

/** A column of the grid: one court on one day. */
export type GridColumn = Readonly<{ court: ZonedCourt; day: Day }>;

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

/** Where an entry lies in a column, in hours since midnight. */
export const entryHours = (
  { start, end }: Pick<CalendarEntry, 'start' | 'end'>,
  { court, day }: GridColumn,
): { from: number; to: number } => ({
  from: clockHours(start, court),
  to: dayInZone(end, court) > day ? DAY_HOURS : clockHours(end, court),
});

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
  open: Array.from({ length: DAY_HOURS }, (_, hourOfDay) => hourOfDay).filter((hourOfDay) =>
    isOpenAt(column, hourOfDay),
  ).length,
});
