import type { CourtUse } from '@courtly/contracts/hosting';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { isPrimeHour } from '@courtly/contracts/prime-hours';
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
import type { CourtOfferHistory } from './court-offers.projection.js';
import type { MonthlyCourtUse } from './court-use.projection.js';

/**
 * `weekday` 0 is Monday. `isUsual` is false near a clock change, which skips or repeats an hour.
 */
export type CalendarDay = Readonly<{ date: string; weekday: number; isUsual: boolean }>;

export type DailyCourtUse = CourtUse & Readonly<{ date: string; weekday: number; prime: CourtUse }>;

type OfferedCourt = Pick<CourtOfferHistory, 'zone' | 'offers'>;
type UsedMonth = Pick<MonthlyCourtUse, 'played' | 'closed'>;

/** The days in a time zone from the first day of a month (`2027-03`) through yesterday. */
export const calendarOf = (
  timeZone: string,
  firstMonth: string,
  currentInstant: string,
): CalendarDay[] =>
  datesFrom(`${firstMonth}-01`, addDays(localDate(timeZone, currentInstant), -1)).map(
    (calendarDate) => {
      const midnightMs = Date.parse(calendarDate);
      const isUsual =
        offsetAt(timeZone, midnightMs - DAY_MS) === offsetAt(timeZone, midnightMs + 2 * DAY_MS);
      return { date: calendarDate, weekday: weekday(calendarDate), isUsual };
    },
  );

/** The local hours (0-23) at which a court is open on each weekday, Monday first. */
export const openHours = (weeklyHours: WeeklyHours): number[][] =>
  weekdays.map((weekdayName) =>
    weeklyHours[weekdayName].flatMap(({ from, to }) =>
      Array.from({ length: parseInt(to) - parseInt(from) }, (_, index) => parseInt(from) + index),
    ),
  );

/**
 * The offered hours of each day (the weekly hours at its start minus closed ones) and the played
 * ones. A played hour always counts as offered, so no share exceeds 1.
 */
export const useByDay = (
  { zone, offers }: OfferedCourt,
  usedMonths: readonly UsedMonth[],
  calendarDays: readonly CalendarDay[],
): DailyCourtUse[] => {
  const shownOffers = offers.map(({ from, weeklyHours, isShown }) => ({
    from,
    weeklyHours,
    open: isShown ? openHours(weeklyHours) : null,
  }));
  const playedByDay: MonthlyCourtUse['played'] = Object.assign(
    {},
    ...usedMonths.map((usedMonth) => usedMonth.played),
  );
  const closedByDay = Map.groupBy(
    usedMonths.flatMap((usedMonth) => usedMonth.closed),
    ({ startTime }) => localDate(zone, startTime),
  );
  return calendarDays.map(({ date, weekday, isUsual }) => {
    const offer = shownOffers.findLast(({ from }) => from <= date);
    const closedHours = closedByDay.get(date);
    const playedHours = playedByDay[date] ?? [];
    const isOpenAt = (hourStart: string, hourEnd: string) =>
      !closedHours?.some((closedRange) =>
        hoursOverlap(closedRange, { startTime: hourStart, endTime: hourEnd }),
      );
    const hoursOffered = !offer?.open
      ? []
      : isUsual && !closedHours
        ? offer.open[weekday]!
        : offeredHours(
            { zone, standardOffsetMinutes: null, weeklyHours: offer.weeklyHours },
            date,
          ).flatMap(({ start, end, hour }) => (isOpenAt(start, end) ? hour : []));
    const extraHours = playedHours.filter((playedHour) => !hoursOffered.includes(playedHour));
    const isPrime = (hour: number) => isPrimeHour(weekdays[weekday]!, hour);
    return {
      date,
      weekday,
      offered: hoursOffered.length + extraHours.length,
      played: playedHours.length,
      prime: {
        offered: [...hoursOffered, ...extraHours].filter(isPrime).length,
        played: playedHours.filter(isPrime).length,
      },
    };
  });
};

export const totalUse = (courtUses: readonly CourtUse[]): CourtUse => ({
  offered: courtUses.reduce((subtotal, { offered }) => subtotal + offered, 0),
  played: courtUses.reduce((subtotal, { played }) => subtotal + played, 0),
});

/** The number of confirmed or played hours by weekday (Monday first) and local hour. */
export const bookedByHour = (
  courtMonths: readonly Pick<MonthlyCourtUse, 'booked'>[],
): number[][] => {
  const hourCounts = weekdays.map(() => Array.from({ length: 24 }, () => 0));
  for (const { booked } of courtMonths)
    for (const [calendarDate, bookedHours] of Object.entries(booked))
      for (const bookedHour of bookedHours) hourCounts[weekday(calendarDate)]![bookedHour]! += 1;
  return hourCounts;
};
