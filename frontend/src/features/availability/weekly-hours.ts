import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import { type Weekday, weekdays } from '../../lib/weekdays';

export type HourRange = WeeklyHours[Weekday][number];

export const MAX_RANGES = 6;

/** `07:00` for 7; 24 is midnight at the end of the day. */
export const wholeHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Formats `07:00` as `7:00 AM`. */
export const hourLabel = (time: string): string => {
  const hourOfDay = parseInt(time);
  return hourOfDay % 24 === 0
    ? 'Midnight'
    : `${hourOfDay % 12 || 12}:00 ${hourOfDay < 12 ? 'AM' : 'PM'}`;
};

/** One entry per range: the error, or undefined. Matches the rules of the contract. */
export const findRangeErrors = (ranges: readonly HourRange[]): (string | undefined)[] =>
  ranges.map(({ from, to }, index) => {
    if (to <= from) return 'The end time must be after the start time';
    const overlapsEarlier = ranges
      .slice(0, index)
      .some((earlierRange) => from < earlierRange.to && earlierRange.from < to);
    return overlapsEarlier ? 'These hours overlap other hours of the day' : undefined;
  });

export const hasRangeErrors = (hours: WeeklyHours): boolean =>
  weekdays.some((day) => findRangeErrors(hours[day]).some(Boolean));

const MAX_SUGGESTED_HOURS = 4;

/**
 * Suggests the next range: a full day if closed, otherwise up to four hours after a one-hour gap if
 * possible. Null if the day is full.
 */
export const suggestRange = (ranges: readonly HourRange[]): HourRange | null => {
  if (ranges.length === 0) return { from: '07:00', to: '21:00' };
  const isTaken = (hour: number) =>
    ranges.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to));
  const lastEnd = Math.max(...ranges.map(({ to }) => parseInt(to)));
  const freeHours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !isTaken(hour));
  const startHour =
    freeHours.find((hour) => hour > lastEnd) ??
    freeHours.find((hour) => hour >= lastEnd) ??
    freeHours[0];
  if (startHour === undefined || ranges.length >= MAX_RANGES) return null;
  let endHour = startHour + 1;
  while (endHour < startHour + MAX_SUGGESTED_HOURS && freeHours.includes(endHour)) endHour += 1;
  return { from: wholeHour(startHour), to: wholeHour(endHour) };
};

/** Copies the hours of one day to others. */
export const copyHours = (
  hours: WeeklyHours,
  source: Weekday,
  destinations: readonly Weekday[],
): WeeklyHours =>
  Object.fromEntries(
    weekdays.map((day) => [day, hours[destinations.includes(day) ? source : day]]),
  ) as WeeklyHours;

const sortRanges = (ranges: readonly HourRange[]): HourRange[] =>
  [...ranges].sort((left, right) => left.from.localeCompare(right.from));

/** Sorts ranges by start, as the contract requires. */
export const sortWeek = (hours: WeeklyHours): WeeklyHours =>
  Object.fromEntries(weekdays.map((day) => [day, sortRanges(hours[day])])) as WeeklyHours;

const rangesKey = (ranges: readonly HourRange[]) =>
  sortRanges(ranges)
    .map(({ from, to }) => `${from}-${to}`)
    .join();

export const isSameHours = (first: readonly HourRange[], second: readonly HourRange[]): boolean =>
  rangesKey(first) === rangesKey(second);
