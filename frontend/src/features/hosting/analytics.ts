import type { Booking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import { addDays } from '../../lib/days';
import { earned } from '../../lib/earnings';
import { dayIn, money } from '../../lib/format';
import { type Weekday, weekdayOf, weekdayWords, weekdays } from '../../lib/weekdays';
import { type Month, monthOf, monthWords, monthsUpTo, shortMonth } from './months';

/** One bar of a chart: how high it is, and the same exactly and in words for the table beside the chart. */
export type Bar = Readonly<{ label: string; name: string; value: number; words: string }>;

type HostedCourt = Pick<Court, 'id' | 'name' | 'zone' | 'weeklyHours' | 'createdAt'>;
type Booked = Pick<Booking, 'courtId' | 'startTime' | 'endTime' | 'zone' | 'status'>;

export const MOST_MONTHS = 12;

/** So many months up to the present one of the court that is furthest ahead. */
export const periodOf = (courts: readonly Pick<Court, 'zone'>[], now: string, count: number): Month[] => {
  const last =
    courts
      .map(({ zone }) => dayIn(now, zone).slice(0, 7))
      .sort()
      .at(-1) ?? now.slice(0, 7);
  return monthsUpTo(last, count);
};

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

/** The bookings of a period that were not cancelled. */
export const heldIn = <B extends Booked>(bookings: readonly B[], months: readonly Month[]): B[] =>
  bookings.filter((booking) => booking.status !== 'cancelled' && months.includes(monthOf(booking)));

/** How many bookings each month has, cancelled ones left out. */
export const bookingsPerMonth = (bookings: readonly Booked[], months: readonly Month[]): Bar[] =>
  months.map((month) => {
    const value = heldIn(bookings, [month]).length;
    return { label: shortMonth(month), name: monthWords(month), value, words: counted(value, 'booking') };
  });

/** What the completed bookings of each month pay, in dollars. */
export const earningsPerMonth = (bookings: readonly Booking[], months: readonly Month[]): Bar[] =>
  months.map((month) => {
    const amount = earned(bookings.filter((booking) => monthOf(booking) === month));
    return { label: shortMonth(month), name: monthWords(month), value: Number(amount), words: money(amount) };
  });

/** Hours that a court offered and that were played, by weekday. */
export type Usage = Readonly<Record<Weekday, { offered: number; played: number }>>;

const hourIn = (instant: string, zone: string): number =>
  Number(
    new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(new Date(instant)),
  );

const isOver = ({ status, endTime }: Booked, now: string): boolean =>
  status === 'completed' || (status === 'confirmed' && Date.parse(endTime) <= Date.parse(now));

/**
 * What was played of the hours that a court offered on its whole days from the first of a month, or from the day after it was
 * listed, until yesterday. The weekly hours are those that hold now, closed hours are not taken off, and bookings outside of
 * them do not count, so that no share is above 1.
 */
export const usageOf = (court: HostedCourt, bookings: readonly Booked[], first: Month, now: string): Usage => {
  const today = dayIn(now, court.zone);
  const listed = addDays(dayIn(court.createdAt, court.zone), 1);
  const from = [`${first}-01`, listed].sort().at(-1)!;
  const use = Object.fromEntries(weekdays.map((day) => [day, { offered: 0, played: 0 }])) as Record<
    Weekday,
    { offered: number; played: number }
  >;
  for (let day = from; day < today; day = addDays(day, 1))
    for (const range of court.weeklyHours[weekdayOf(day)])
      use[weekdayOf(day)].offered += parseInt(range.to) - parseInt(range.from);
  for (const booking of bookings) {
    const day = dayIn(booking.startTime, court.zone);
    if (booking.courtId !== court.id || day < from || day >= today || !isOver(booking, now)) continue;
    const hour = hourIn(booking.startTime, court.zone);
    const open = court.weeklyHours[weekdayOf(day)].some(
      ({ from: start, to }) => parseInt(start) <= hour && hour < parseInt(to),
    );
    if (open) use[weekdayOf(day)].played += 1;
  }
  return use;
};

type Share = { offered: number; played: number };
const total = (parts: readonly Share[]): Share => ({
  offered: parts.reduce((sum, { offered }) => sum + offered, 0),
  played: parts.reduce((sum, { played }) => sum + played, 0),
});

/** `12 of 98 hours, 12.2%` */
const shareWords = ({ offered, played }: Share): string =>
  offered === 0 ? 'Not open' : `${played} of ${counted(offered, 'hour')}, ${((100 * played) / offered).toFixed(1)}%`;
const percent = ({ offered, played }: Share): number => (offered === 0 ? 0 : (100 * played) / offered);

/** The share of the offered hours that was played, on each weekday over all courts, in per cent. */
export const usageByWeekday = (uses: readonly Usage[]): Bar[] =>
  weekdays.map((day) => {
    const share = total(uses.map((use) => use[day]));
    const name = weekdayWords(day);
    return { label: name.slice(0, 3), name, value: percent(share), words: shareWords(share) };
  });

/** The same for each court over the whole week. */
export const usageByCourt = (courts: readonly HostedCourt[], uses: readonly Usage[]): Bar[] =>
  courts.map(({ name }, index) => {
    const share = total(Object.values(uses[index] ?? {}));
    return { label: name, name, value: percent(share), words: shareWords(share) };
  });

/** The same over everything. */
export const usageOverall = (uses: readonly Usage[]): string =>
  shareWords(total(uses.flatMap((use) => Object.values(use))));
