import { type Day, addDays, dateFromDay, dayFromDate } from '../../lib/days';

const WEEK_DAYS = 7;

export type View = 'week' | 'month';

const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

export const mondayOf = (day: Day): Day =>
  addDays(day, -((dateFromDay(day).getDay() + 6) % WEEK_DAYS));

/** The days of a week, or of all weeks that overlap the month. */
export const daysOf = (view: View, day: Day): Day[] => {
  if (view === 'week') return daysFrom(mondayOf(day), WEEK_DAYS);
  const month = dateFromDay(day);
  const first = mondayOf(dayFromDate(new Date(month.getFullYear(), month.getMonth(), 1)));
  const last = dayFromDate(new Date(month.getFullYear(), month.getMonth() + 1, 0));
  const weeks = Math.ceil(
    (Date.parse(last) - Date.parse(first) + 86_400_000) / (WEEK_DAYS * 86_400_000),
  );
  return daysFrom(first, weeks * WEEK_DAYS);
};

/** A day in the previous or next week or month. */
export const stepFrom = (view: View, day: Day, direction: 1 | -1): Day => {
  if (view === 'week') return addDays(mondayOf(day), direction * WEEK_DAYS);
  const month = dateFromDay(day);
  return dayFromDate(new Date(month.getFullYear(), month.getMonth() + direction, 1));
};

/** `March 2027`, or `Mar 8 – 14, 2027`. */
export const periodLabel = (view: View, day: Day): string => {
  if (view === 'month')
    return dateFromDay(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
  const days = daysOf('week', day);
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  return format.formatRange(dateFromDay(days[0]!), dateFromDay(days.at(-1)!));
};

/** Both days in chronological order. */
export const between = (a: Day, b: Day): readonly [first: Day, last: Day] =>
  a <= b ? [a, b] : [b, a];
