import type {
  Analytics,
  AnswerStatistics,
  EarningsOfMonth,
  CourtUse,
} from '@courtly/contracts/hosting';
import { formatMoney } from '../../lib/format';
import { weekdayLabel } from '../../lib/weekdays';
import { monthLabel, shortMonth } from '../../lib/months';
import type { ChartBar } from '../../ui/charts';

/** `1,204` */
export const groupThousands = (count: number): string => count.toLocaleString('en-US');

/** `1 hour`, `1,204 hours` */
export const countWithNoun = (count: number, singularNoun: string): string =>
  `${groupThousands(count)} ${singularNoun}${count === 1 ? '' : 's'}`;

/** Bookings per month, without cancelled ones. */
export const bookingsPerMonth = (months: readonly EarningsOfMonth[]): ChartBar[] =>
  months.map(({ month, bookings }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: bookings,
    words: countWithNoun(bookings, 'booking'),
  }));

/** Payouts from completed bookings per month, in dollars. */
export const earningsPerMonth = (months: readonly EarningsOfMonth[]): ChartBar[] =>
  months.map(({ month, earned }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(earned),
    words: formatMoney(earned),
  }));

const percentageOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : (100 * part) / whole;

/** `12.2%`, or a dash if the whole is zero. */
export const percentLabel = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${percentageOf(part, whole).toFixed(1)}%`;

/** `12 of 98 hours, 12.2%` */
export const shareLabel = ({ offered, played }: CourtUse): string =>
  offered === 0
    ? 'Not open'
    : `${groupThousands(played)} of ${countWithNoun(offered, 'hour')}, ${percentLabel(played, offered)}`;
const playedPercentage = ({ offered, played }: CourtUse): number => percentageOf(played, offered);

/** Hours played per month, as a percentage of the hours offered. */
export const shareByMonth = (months: Analytics['months']): ChartBar[] =>
  months.map(({ month, use }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: playedPercentage(use),
    words: shareLabel(use),
  }));

/** Hours played per weekday on all courts, as a percentage of the hours offered. */
export const shareByWeekday = ({ weekdays }: Analytics['use']): ChartBar[] =>
  weekdays.map((use) => {
    const name = weekdayLabel(use.weekday);
    return { label: name.slice(0, 3), name, value: playedPercentage(use), words: shareLabel(use) };
  });

/** Hours played per court, as a percentage of the hours offered. */
export const shareByCourt = ({ courts }: Analytics['use']): ChartBar[] =>
  courts.map((use) => ({
    label: use.name,
    name: use.name,
    value: playedPercentage(use),
    words: shareLabel(use),
  }));

export const answeredInTime = ({ accepted, declined, expired }: AnswerStatistics) => ({
  answered: accepted + declined,
  asked: accepted + declined + expired,
});

/** `45 min`, `1 h 5 min`, `1 d 2 h`: the two largest units. */
export const durationLabel = (minutes: number): string => {
  const durationParts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const firstPartIndex = Math.max(
    0,
    durationParts.findIndex(([count]) => count > 0),
  );
  const visibleParts =
    minutes === 0
      ? [durationParts[2]]
      : durationParts.slice(firstPartIndex, firstPartIndex + 2).filter(([count]) => count > 0);
  return visibleParts.map(([count, unit]) => `${count} ${unit}`).join(' ');
};

/** `9 AM`; `Midnight` for 0 and 24. */
export const hourLabel = (hour: number): string =>
  hour % 24 === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;

type HourRow = Readonly<{ hour: number; counts: readonly number[] }>;

/** Rows from the first to the last booked hour, with counts per weekday starting on Monday. */
export const hourRows = (days: Analytics['hours']): HourRow[] => {
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    counts: days.map(({ booked }) => booked[hour] ?? 0),
  }));
  const isBooked = ({ counts }: HourRow) => counts.some((count) => count > 0);
  return rows.slice(Math.max(0, rows.findIndex(isBooked)), rows.findLastIndex(isBooked) + 1);
};
