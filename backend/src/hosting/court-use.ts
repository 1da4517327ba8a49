import type { Use } from '@courtly/contracts/hosting';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { DAY_MS, addDays, localDate, weekday } from '../kernel/local-time.js';

type HostedCourt = Readonly<{ zone: string; weeklyHours: WeeklyHours; listedAt: string }>;

/** How many days of each weekday, Monday first, lie from one day until before another. */
const daysBetween = (from: string, until: string): number[] => {
  const days = Math.max(0, (Date.parse(until) - Date.parse(from)) / DAY_MS);
  const first = weekday(from);
  return weekdays.map((_, index) => Math.floor((days + 6 - ((index - first + 7) % 7)) / 7));
};

const hourOf = (time: string): number => Number(time.slice(0, 2));

/**
 * What was played of the hours that a court offered, for each weekday, Monday first: on its whole days from the first of a
 * month, or from the day after it was listed, until yesterday. The weekly hours are those that hold now, closed hours are not
 * taken off, and games outside of them do not count, so that no share is above 1. `played` holds texts like `2027-03-13 10`.
 */
export const useOf = (court: HostedCourt, played: readonly string[], firstMonth: string, now: string): Use[] => {
  const today = localDate(court.zone, now);
  const dayAfterListing = addDays(localDate(court.zone, court.listedAt), 1);
  const from = [`${firstMonth}-01`, dayAfterListing].sort().at(-1)!;
  const days = daysBetween(from, today);
  const use = weekdays.map((name, index) => {
    const open = court.weeklyHours[name].reduce((hours, { from, to }) => hours + hourOf(to) - hourOf(from), 0);
    return { offered: open * days[index]!, played: 0 };
  });
  for (const text of played) {
    const [day = '', hour = ''] = text.split(' ');
    const index = weekday(day);
    const isOpen = court.weeklyHours[weekdays[index]!].some(
      ({ from, to }) => hourOf(from) <= Number(hour) && Number(hour) < hourOf(to),
    );
    if (from <= day && day < today && isOpen) use[index]!.played += 1;
  }
  return use;
};

export const sumOfUse = (parts: readonly Use[]): Use => ({
  offered: parts.reduce((sum, { offered }) => sum + offered, 0),
  played: parts.reduce((sum, { played }) => sum + played, 0),
});
