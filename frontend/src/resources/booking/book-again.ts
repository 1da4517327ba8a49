import { paths } from '../../config/paths';
import { addDays } from '../../lib/days';
import { DAY_MS } from '../../lib/durations';
import { dayInZone, formatTime } from '../../lib/format';
import type { AnyBooking } from './booking-queries';

const WEEK_DAYS = 7;

/**
 * The address of the court on the next day of the same weekday, with the same hour selected. The
 * clock may change in between; then no hour is selected. `now` is an instant (UTC).
 */
export const bookAgainPath = (booking: AnyBooking, now: string): string => {
  const { court, startTime } = booking;
  const day = dayInZone(startTime, booking);
  const daysSince = (Date.parse(dayInZone(now, booking)) - Date.parse(day)) / DAY_MS;
  const days = WEEK_DAYS * Math.max(1, Math.floor(daysSince / WEEK_DAYS) + 1);
  const nextStart = new Date(Date.parse(startTime) + days * DAY_MS).toISOString();
  const isSameHour = formatTime(nextStart, booking) === formatTime(startTime, booking);
  return isSameHour
    ? paths.courtHour(court.id, addDays(day, days), nextStart)
    : paths.courtOnDay(court.id, addDays(day, days));
};
