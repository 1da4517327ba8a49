import type { Use } from '@courtly/contracts/hosting';
import { weekdays } from '@courtly/contracts/opening-hours';
import { offeredHours } from '../bookings/offer.js';
import { type Hours, overlap } from '../bookings/hours.js';
import { addDays, datesFrom, localDate, localHour, localHours, weekday } from '../kernel/local-time.js';
import type { OffersOfCourt } from './court-offers.projection.js';
import type { MonthOfCourt } from './court-use.projection.js';

/** What was used of one day of a court. */
export type DayOfUse = Use & Readonly<{ date: string }>;

type Offered = Pick<OffersOfCourt, 'zone' | 'offers'>;
type Used = Pick<MonthOfCourt, 'played' | 'closed'>;

const never = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OffersOfCourt['weeklyHours'];

/**
 * What was played of the hours that a court offered, day by day from the first of a month until yesterday. A day offers what
 * the weekly hours said when it began, if players found the court then, less the hours that its host closed. An hour that
 * was played was offered, whatever was changed after it was booked, so that no share is above 1.
 */
export const useByDay = (court: Offered, used: readonly Used[], firstMonth: string, now: string): DayOfUse[] => {
  const { zone, offers } = court;
  const played = new Set(used.flatMap((month) => month.played));
  const closed = Map.groupBy(
    used.flatMap((month) => month.closed),
    ({ startTime }) => localDate(zone, startTime),
  );
  const isClosed = (date: string, hour: Hours) => closed.get(date)?.some((one) => overlap(one, hour)) ?? false;
  const yesterday = addDays(localDate(zone, now), -1);
  return datesFrom(`${firstMonth}-01`, yesterday).map((date) => {
    const offer = offers.findLast(({ from }) => from <= date);
    const weeklyHours = offer?.isShown ? offer.weeklyHours : never;
    const open = offeredHours({ zone, weeklyHours }, date).filter(
      ({ start, end }) => played.has(start) || !isClosed(date, { startTime: start, endTime: end }),
    );
    const ofDay = localHours(zone, date).filter(({ start }) => played.has(start));
    return { date, offered: open.length + ofDay.filter((hour) => !open.includes(hour)).length, played: ofDay.length };
  });
};

export const sumOfUse = (parts: readonly Use[]): Use => ({
  offered: parts.reduce((sum, { offered }) => sum + offered, 0),
  played: parts.reduce((sum, { played }) => sum + played, 0),
});

/** For each weekday, Monday first, how many hours that were confirmed or played began at each hour of the court's clock. */
export const bookedByHour = (months: readonly Pick<MonthOfCourt, 'zone' | 'booked'>[]): number[][] => {
  const counts = weekdays.map(() => Array.from({ length: 24 }, () => 0));
  for (const { zone, booked } of months)
    for (const start of booked) {
      const hours = counts[weekday(localDate(zone, start))]!;
      hours[localHour(zone, start)]! += 1;
    }
  return counts;
};
