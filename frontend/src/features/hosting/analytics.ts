import type { Analytics, EarningsOfMonth, Use } from '@courtly/contracts/hosting';
import { money } from '../../lib/format';
import { weekdayLabel } from '../../lib/weekdays';
import { monthLabel, shortMonth } from '../../lib/months';
import type { Bar } from '../../ui/charts';

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

/** How many bookings each month has, cancelled ones left out. */
export const bookingsPerMonth = (months: readonly EarningsOfMonth[]): Bar[] =>
  months.map(({ month, bookings }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: bookings,
    words: counted(bookings, 'booking'),
  }));

/** What the completed bookings of each month pay, in dollars. */
export const earningsPerMonth = (months: readonly EarningsOfMonth[]): Bar[] =>
  months.map(({ month, earned }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(earned),
    words: money(earned),
  }));

/** `12 of 98 hours, 12.2%` */
export const shareLabel = ({ offered, played }: Use): string =>
  offered === 0 ? 'Not open' : `${played} of ${counted(offered, 'hour')}, ${((100 * played) / offered).toFixed(1)}%`;
const percent = ({ offered, played }: Use): number => (offered === 0 ? 0 : (100 * played) / offered);

/** The share of the offered hours that was played, on each weekday over all courts, in per cent. */
export const shareByWeekday = ({ weekdays }: Analytics['use']): Bar[] =>
  weekdays.map((use) => {
    const name = weekdayLabel(use.weekday);
    return { label: name.slice(0, 3), name, value: percent(use), words: shareLabel(use) };
  });

/** The same for each court over the whole week. */
export const shareByCourt = ({ courts }: Analytics['use']): Bar[] =>
  courts.map((use) => ({ label: use.name, name: use.name, value: percent(use), words: shareLabel(use) }));
