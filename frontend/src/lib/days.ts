import { DAY_MS } from './durations';

/** A calendar day without a time zone: `2027-03-13`. */
export type Day = string;

/**
 * Midnight of the day in the browser's zone, for APIs that require a Date. Never display its time.
 */
export const dateFromDay = (day: Day): Date => {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth);
};

/** The inverse of `dateFromDay`. */
export const dayFromDate = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const addDays = (day: Day, dayCount: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayCount * DAY_MS).toISOString().slice(0, 10);

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** Any month ends within 31 days of its first, so the next one starts before the 33rd day. */
export const lastOfMonth = (day: Day): Day =>
  addDays(firstOfMonth(addDays(firstOfMonth(day), 32)), -1);

export const isCalendarDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && dayFromDate(dateFromDay(day)) === day;

/** `Sat, Mar 13` */
export const shortDayLabel = (day: Day): string =>
  dateFromDay(day).toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });

/** `Saturday, Mar 13` */
export const dayLabel = (day: Day): string =>
  dateFromDay(day).toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' });
