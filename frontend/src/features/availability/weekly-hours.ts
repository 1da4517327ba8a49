import type { WeeklyHours } from '@courtly/contracts/opening-hours';
import { type Weekday, weekdays } from '../../lib/weekdays';

export type Range = WeeklyHours[Weekday][number];

export const MOST_RANGES = 6;

/** `07:00` for 7; 24 is midnight at the end of the day. */
export const wholeHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Formats `07:00` as `7:00 AM`. */
export const hourLabel = (time: string): string => {
  const hour = parseInt(time);
  return hour % 24 === 0 ? 'Midnight' : `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;
};

/** One entry per range: the error, or undefined. Matches the rules of the contract. */
export const mistakesOf = (ranges: readonly Range[]): (string | undefined)[] =>
  ranges.map(({ from, to }, index) => {
    if (to <= from) return 'The end time must be after the start time';
    const clash = ranges.slice(0, index).some((other) => from < other.to && other.from < to);
    return clash ? 'These hours overlap other hours of the day' : undefined;
  });

export const hasMistakes = (hours: WeeklyHours): boolean =>
  weekdays.some((day) => mistakesOf(hours[day]).some(Boolean));

const LONGEST_OFFER = 4;

/**
 * Suggests the next range: a full day if closed, otherwise up to four hours after a one-hour gap if
 * possible. Null if the day is full.
 */
export const nextRange = (ranges: readonly Range[]): Range | null => {
  if (ranges.length === 0) return { from: '07:00', to: '21:00' };
  const taken = (hour: number) =>
    ranges.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to));
  const last = Math.max(...ranges.map(({ to }) => parseInt(to)));
  const free = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !taken(hour));
  const start = free.find((hour) => hour > last) ?? free.find((hour) => hour >= last) ?? free[0];
  if (start === undefined || ranges.length >= MOST_RANGES) return null;
  let end = start + 1;
  while (end < start + LONGEST_OFFER && free.includes(end)) end += 1;
  return { from: wholeHour(start), to: wholeHour(end) };
};

/** Copies the hours of one day to others. */
export const copied = (hours: WeeklyHours, from: Weekday, to: readonly Weekday[]): WeeklyHours =>
  Object.fromEntries(
    weekdays.map((day) => [day, hours[to.includes(day) ? from : day]]),
  ) as WeeklyHours;

const inOrder = (ranges: readonly Range[]): Range[] =>
  [...ranges].sort((a, b) => a.from.localeCompare(b.from));

/** Sorts ranges by start, as the contract requires. */
export const ordered = (hours: WeeklyHours): WeeklyHours =>
  Object.fromEntries(weekdays.map((day) => [day, inOrder(hours[day])])) as WeeklyHours;

const textOf = (ranges: readonly Range[]) =>
  inOrder(ranges)
    .map(({ from, to }) => `${from}-${to}`)
    .join();

export const sameHours = (a: readonly Range[], b: readonly Range[]): boolean =>
  textOf(a) === textOf(b);
