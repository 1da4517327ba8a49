import type {
  Analytics,
  AnswerStatistics,
  EarningsOfMonth,
  CourtUse,
} from '@courtly/contracts/hosting';
import { formatMoney } from '../../lib/format';
import { hourLabel as clockLabel } from '../../lib/hours';
import { addMoney } from '../../lib/money';
import { weekdayLabel } from '../../lib/weekdays';
import { monthLabel, shortMonth } from '../../lib/months';
import type { ChartBar } from '../../ui/charts';

/** `1,204` */
export const groupThousands = (count: number): string => count.toLocaleString('en-US');

/** `1 hour`, `1,204 hours` */
export const countWithNoun = (count: number, singularNoun: string): string =>
  `${groupThousands(count)} ${singularNoun}${count === 1 ? '' : 's'}`;

/** Bookings per month, without canceled ones. */
export const bookingsPerMonth = (monthlyEarnings: readonly EarningsOfMonth[]): ChartBar[] =>
  monthlyEarnings.map(({ month, bookings }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: bookings,
    words: countWithNoun(bookings, 'booking'),
  }));

/** The earned amount per month, in dollars. */
export const earningsPerMonth = (monthlyEarnings: readonly EarningsOfMonth[]): ChartBar[] =>
  monthlyEarnings.map(({ month, earned }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: Number(earned),
    words: formatMoney(earned),
  }));

const percentageOf = (partCount: number, wholeCount: number): number =>
  wholeCount === 0 ? 0 : (100 * partCount) / wholeCount;

/** ` In the last 5 full months, you earned 20% more than in the 5 months before.` */
const changeSentence = ({ months, previous }: Pick<Analytics, 'months' | 'previous'>): string => {
  // The current month is not complete, and an API of the previous release compares nothing.
  const fullMonths = months.slice(0, -1);
  const before = Number((previous as Analytics['previous'] | undefined)?.total.earned ?? 0);
  if (before === 0 || fullMonths.length === 0) return '';
  const current = Number(addMoney(fullMonths.map(({ earned }) => earned)));
  const percent = Math.round((100 * (current - before)) / before);
  const count = fullMonths.length;
  const period = count === 1 ? 'Last month' : `In the last ${count} full months`;
  const periodBefore = count === 1 ? 'the month before' : `the ${count} months before`;
  const change =
    percent === 0
      ? `about the same as in ${periodBefore}`
      : `${groupThousands(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than in ${periodBefore}`;
  return ` ${period}, you earned ${change}.`;
};

/** The period in short: its earnings, how they changed, and the fullest and emptiest weekday. */
export const insightOf = ({ months, total, previous, use }: Analytics): string => {
  const openDays = use.weekdays
    .filter(({ offered }) => offered > 0)
    .toSorted((first, second) => playedPercentage(second) - playedPercentage(first));
  const [busiest, quietest] = [openDays[0], openDays.at(-1)];
  const days =
    busiest && quietest && playedPercentage(busiest) > playedPercentage(quietest)
      ? ` ${weekdayLabel(busiest.weekday)} is your busiest day, and ${weekdayLabel(quietest.weekday)} has the most room.`
      : '';
  return `You earned ${formatMoney(total.earned)}.${changeSentence({ months, previous })}${days}`;
};

/** `12.2%`, or a dash if the whole is zero. */
export const percentLabel = (partCount: number, wholeCount: number): string =>
  wholeCount === 0 ? '–' : `${percentageOf(partCount, wholeCount).toFixed(1)}%`;

/** `12 of 98 hours, 12.2%` */
export const shareLabel = ({ offered, played }: CourtUse): string =>
  offered === 0
    ? 'Not open'
    : `${groupThousands(played)} of ${countWithNoun(offered, 'hour')}, ${percentLabel(played, offered)}`;
const playedPercentage = ({ offered, played }: CourtUse): number => percentageOf(played, offered);

/** Hours played per month, as a percentage of the hours offered. */
export const shareByMonth = (monthlyEarnings: Analytics['months']): ChartBar[] =>
  monthlyEarnings.map(({ month, use }) => ({
    label: shortMonth(month),
    name: monthLabel(month),
    value: playedPercentage(use),
    words: shareLabel(use),
  }));

/** Hours played per weekday on all courts, as a percentage of the hours offered. */
export const shareByWeekday = ({ weekdays }: Analytics['use']): ChartBar[] =>
  weekdays.map((courtUse) => {
    const name = weekdayLabel(courtUse.weekday);
    return {
      label: name.slice(0, 3),
      name,
      value: playedPercentage(courtUse),
      words: shareLabel(courtUse),
    };
  });

/** Hours played per court, as a percentage of the hours offered. */
export const shareByCourt = ({ courts }: Analytics['use']): ChartBar[] =>
  courts.map((courtUse) => ({
    label: courtUse.name,
    name: courtUse.name,
    value: playedPercentage(courtUse),
    words: shareLabel(courtUse),
  }));

export const answeredInTime = ({ accepted, declined, expired }: AnswerStatistics) => ({
  answered: accepted + declined,
  requested: accepted + declined + expired,
});

/** A duration in its two largest units: `45 min`, `1 h 5 min`, `1 d 2 h`. */
export const durationLabel = (totalMinutes: number): string => {
  const durationParts = [
    [Math.floor(totalMinutes / 1_440), 'd'],
    [Math.floor(totalMinutes / 60) % 24, 'h'],
    [totalMinutes % 60, 'min'],
  ] as const;
  const firstPartIndex = Math.max(
    0,
    durationParts.findIndex(([count]) => count > 0),
  );
  const visibleParts =
    totalMinutes === 0
      ? [durationParts[2]]
      : durationParts.slice(firstPartIndex, firstPartIndex + 2).filter(([count]) => count > 0);
  return visibleParts.map(([count, unit]) => `${count} ${unit}`).join(' ');
};

/** `9 AM`; `Noon` for 12, and `Midnight` for 0 and 24. */
export const hourLabel = (hourOfDay: number): string =>
  hourOfDay % 24 === 0 ? 'Midnight' : hourOfDay === 12 ? 'Noon' : clockLabel(hourOfDay);

type HourRow = Readonly<{ hour: number; counts: readonly number[] }>;

/**
 * One row per hour, from the first to the last booked one. Each row counts bookings per weekday,
 * starting on Monday.
 */
export const hourRows = (weekdayHours: Analytics['hours']): HourRow[] => {
  const hourlyRows = Array.from({ length: 24 }, (_, hourOfDay) => ({
    hour: hourOfDay,
    counts: weekdayHours.map(({ booked }) => booked[hourOfDay] ?? 0),
  }));
  const isBooked = ({ counts }: HourRow) => counts.some((count) => count > 0);
  return hourlyRows.slice(
    Math.max(0, hourlyRows.findIndex(isBooked)),
    hourlyRows.findLastIndex(isBooked) + 1,
  );
};
