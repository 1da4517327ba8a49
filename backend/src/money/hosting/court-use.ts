import type { CourtUse } from '@courtly/contracts/hosting';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { offeredHours } from '../../booking/courts/bookable-hours.js';
import { hoursOverlap } from '../../booking/bookings/hours.js';
import {
  DAY_MS,
  addDays,
  datesFrom,
  localDate,
  offsetAt,
  weekday,
} from '../../platform/kernel/local-time.js';
import type { OffersOfCourt } from './court-offers.projection.js';
import type { MonthOfCourt } from './court-use.projection.js';

/** A day of a zone's calendar; `weekday` 0 is Monday. Where clocks change on it, or near it, its hours have to be looked at. */
export type CalendarDay = Readonly<{ date: string; weekday: number; isUsual: boolean }>;

/** What was used of one day of a court. */
export type DayOfUse = CourtUse & Readonly<{ date: string; weekday: number }>;

type Offered = Pick<OffersOfCourt, 'zone' | 'offers'>;
type Used = Pick<MonthOfCourt, 'played' | 'closed'>;

/** The days of a zone from the first of a month (`2027-03`) until yesterday. */
export const calendarOf = (zone: string, firstMonth: string, now: string): CalendarDay[] =>
  datesFrom(`${firstMonth}-01`, addDays(localDate(zone, now), -1)).map((date) => {
    const ms = Date.parse(date);
    const isUsual = offsetAt(zone, ms - DAY_MS) === offsetAt(zone, ms + 2 * DAY_MS);
    return { date, weekday: weekday(date), isUsual };
  });

/** The hours of the clock at which a court is open on each weekday, Monday first. */
export const openHours = (weeklyHours: WeeklyHours): number[][] =>
  weekdays.map((day) =>
    weeklyHours[day].flatMap(({ from, to }) =>
      Array.from({ length: parseInt(to) - parseInt(from) }, (_, index) => parseInt(from) + index),
    ),
  );

/**
 * What was played of the hours that a court offered, day by day. A day offers what the weekly hours said when it began, if
 * players found the court then, less the hours that its host closed, also in part. An hour that was played was offered,
 * whatever was changed after it was booked, so that no share is above 1.
 */
export const useByDay = (
  { zone, offers }: Offered,
  used: readonly Used[],
  calendar: readonly CalendarDay[],
): DayOfUse[] => {
  const shown = offers.map(({ from, weeklyHours, isShown }) => ({
    from,
    weeklyHours,
    open: isShown ? openHours(weeklyHours) : null,
  }));
  const played: MonthOfCourt['played'] = Object.assign({}, ...used.map((month) => month.played));
  const closed = Map.groupBy(
    used.flatMap((month) => month.closed),
    ({ startTime }) => localDate(zone, startTime),
  );
  return calendar.map(({ date, weekday, isUsual }) => {
    const offer = shown.findLast(({ from }) => from <= date);
    const shut = closed.get(date);
    const hours = played[date] ?? [];
    const isOpenAt = (start: string, end: string) =>
      !shut?.some((one) => hoursOverlap(one, { startTime: start, endTime: end }));
    const open = !offer?.open
      ? []
      : isUsual && !shut
        ? offer.open[weekday]!
        : offeredHours({ zone, weeklyHours: offer.weeklyHours }, date).flatMap(
            ({ start, end, hour }) => (isOpenAt(start, end) ? hour : []),
          );
    const others = hours.filter((hour) => !open.includes(hour));
    return { date, weekday, offered: open.length + others.length, played: hours.length };
  });
};

export const sumOfUse = (parts: readonly CourtUse[]): CourtUse => ({
  offered: parts.reduce((sum, { offered }) => sum + offered, 0),
  played: parts.reduce((sum, { played }) => sum + played, 0),
});

/** For each weekday, Monday first, how many hours that were confirmed or played began at each hour of the court's clock. */
export const bookedByHour = (months: readonly Pick<MonthOfCourt, 'booked'>[]): number[][] => {
  const counts = weekdays.map(() => Array.from({ length: 24 }, () => 0));
  for (const { booked } of months)
    for (const [date, hours] of Object.entries(booked))
      for (const hour of hours) counts[weekday(date)]![hour]! += 1;
  return counts;
};
