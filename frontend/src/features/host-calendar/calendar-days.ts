import { type Day, addDays, dateFromDay, dayFromDate, dayLabel } from '../../lib/days';
import { DAY_MS } from '../../lib/durations';

const WEEK_DAYS = 7;

export type CalendarView = 'day' | 'week' | 'month';

const daysFrom = (firstDay: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(firstDay, index));

export const mondayBefore = (calendarDay: Day): Day =>
  addDays(calendarDay, -((dateFromDay(calendarDay).getDay() + 6) % WEEK_DAYS));

/** The day, the days of its week, or of all weeks that overlap its month. */
export const daysInView = (calendarView: CalendarView, calendarDay: Day): Day[] => {
  if (calendarView === 'day') return [calendarDay];
  if (calendarView === 'week') return daysFrom(mondayBefore(calendarDay), WEEK_DAYS);
  const monthDate = dateFromDay(calendarDay);
  const firstDay = mondayBefore(
    dayFromDate(new Date(monthDate.getFullYear(), monthDate.getMonth(), 1)),
  );
  const lastDay = dayFromDate(new Date(monthDate.getFullYear(), monthDate.getMonth() + 1, 0));
  const weekCount = Math.ceil(
    (Date.parse(lastDay) - Date.parse(firstDay) + DAY_MS) / (WEEK_DAYS * DAY_MS),
  );
  return daysFrom(firstDay, weekCount * WEEK_DAYS);
};

/** A day in the previous or next day, week, or month. */
export const stepCalendar = (
  calendarView: CalendarView,
  calendarDay: Day,
  direction: 1 | -1,
): Day => {
  if (calendarView === 'day') return addDays(calendarDay, direction);
  if (calendarView === 'week') return addDays(mondayBefore(calendarDay), direction * WEEK_DAYS);
  const monthDate = dateFromDay(calendarDay);
  return dayFromDate(new Date(monthDate.getFullYear(), monthDate.getMonth() + direction, 1));
};

/** `Saturday, Mar 13`, `Mar 8 – 14, 2027`, or `March 2027`. */
export const periodLabel = (calendarView: CalendarView, calendarDay: Day): string => {
  if (calendarView === 'day') return dayLabel(calendarDay);
  if (calendarView === 'month')
    return dateFromDay(calendarDay).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
  const weekDays = daysInView('week', calendarDay);
  const dateFormat = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  return dateFormat.formatRange(dateFromDay(weekDays[0]!), dateFromDay(weekDays.at(-1)!));
};

/** The two days in chronological order. */
export const orderedDays = (firstDay: Day, secondDay: Day): readonly [first: Day, last: Day] =>
  firstDay <= secondDay ? [firstDay, secondDay] : [secondDay, firstDay];
