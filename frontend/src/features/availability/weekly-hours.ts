import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import { type Weekday, weekdays } from '../../lib/weekdays';

export type HourRange = WeeklyHours[Weekday][number];

export const MAX_RANGES = 6;

/** Formats 7 as `07:00`. The hour 24 is midnight at the end of the day. */
export const wholeHour = (hourOfDay: number): string => `${String(hourOfDay).padStart(2, '0')}:00`;

/** Formats `07:00` as `7:00 AM`. */
export const hourLabel = (clockTime: string): string => {
  const hourOfDay = parseInt(clockTime);
  return hourOfDay % 24 === 0
    ? 'Midnight'
    : `${hourOfDay % 12 || 12}:00 ${hourOfDay < 12 ? 'AM' : 'PM'}`;
};

/** The error of each range, or undefined. Applies the same rules as the contract. */
export const findRangeErrors = (hourRanges: readonly HourRange[]): (string | undefined)[] =>
  hourRanges.map(({ from, to }, index) => {
    if (to <= from) return 'The end time must be after the start time';
    const overlapsEarlier = hourRanges
      .slice(0, index)
      .some((earlierRange) => from < earlierRange.to && earlierRange.from < to);
    return overlapsEarlier ? 'These hours overlap other hours of the day' : undefined;
  });

export const hasRangeErrors = (weeklyHours: WeeklyHours): boolean =>
  weekdays.some((weekday) => findRangeErrors(weeklyHours[weekday]).some(Boolean));

const MAX_SUGGESTED_HOURS = 4;

/**
 * Suggests the next range: a full day if the day is closed, otherwise up to four hours after a
 * one-hour gap. Null if the day is full.
 */
export const suggestRange = (hourRanges: readonly HourRange[]): HourRange | null => {
  if (hourRanges.length === 0) return { from: '07:00', to: '21:00' };
  const isHourTaken = (hourOfDay: number) =>
    hourRanges.some(({ from, to }) => parseInt(from) <= hourOfDay && hourOfDay < parseInt(to));
  const latestEnd = Math.max(...hourRanges.map(({ to }) => parseInt(to)));
  const freeHours = Array.from({ length: 24 }, (_, hourOfDay) => hourOfDay).filter(
    (hourOfDay) => !isHourTaken(hourOfDay),
  );
  const startHour =
    freeHours.find((hourOfDay) => hourOfDay > latestEnd) ??
    freeHours.find((hourOfDay) => hourOfDay >= latestEnd) ??
    freeHours[0];
  if (startHour === undefined || hourRanges.length >= MAX_RANGES) return null;
  let endHour = startHour + 1;
  while (endHour < startHour + MAX_SUGGESTED_HOURS && freeHours.includes(endHour)) endHour += 1;
  return { from: wholeHour(startHour), to: wholeHour(endHour) };
};

export const copyHours = (
  weeklyHours: WeeklyHours,
  sourceDay: Weekday,
  targetDays: readonly Weekday[],
): WeeklyHours =>
  Object.fromEntries(
    weekdays.map((weekday) => [
      weekday,
      weeklyHours[targetDays.includes(weekday) ? sourceDay : weekday],
    ]),
  ) as WeeklyHours;

const sortRanges = (hourRanges: readonly HourRange[]): HourRange[] =>
  [...hourRanges].sort((leftRange, rightRange) => leftRange.from.localeCompare(rightRange.from));

/** Sorts ranges by start, as the contract requires. */
export const sortWeek = (weeklyHours: WeeklyHours): WeeklyHours =>
  Object.fromEntries(
    weekdays.map((weekday) => [weekday, sortRanges(weeklyHours[weekday])]),
  ) as WeeklyHours;

const rangesKey = (hourRanges: readonly HourRange[]) =>
  sortRanges(hourRanges)
    .map(({ from, to }) => `${from}-${to}`)
    .join();

export const isSameHours = (
  firstRanges: readonly HourRange[],
  secondRanges: readonly HourRange[],
): boolean => rangesKey(firstRanges) === rangesKey(secondRanges);
