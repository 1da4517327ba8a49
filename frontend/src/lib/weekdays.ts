import type { WeeklyHours } from '@courtly/contracts/opening-hours';

export type Weekday = keyof WeeklyHours;

/** Monday first. Importing the contract's list would pull its schemas into the bundle. */
export const weekdays: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** `Monday` */
export const weekdayLabel = (weekday: Weekday): string =>
  weekday[0]!.toUpperCase() + weekday.slice(1);

export const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
