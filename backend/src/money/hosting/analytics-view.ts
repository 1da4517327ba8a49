import type { Analytics, AnswerStatistics, CancellationCounts } from '@courtly/contracts/hosting';
import { weekdays } from '@courtly/contracts/opening-hours';
import { toMoney } from '@courtly/contracts/wire';
import type { CourtOfferHistory } from './court-offers.projection.js';
import { type DailyCourtUse, bookedByHour, calendarOf, totalUse, useByDay } from './court-use.js';
import type { MonthlyCourtUse } from './court-use.projection.js';
import type { MonthlyHostEarnings } from './earnings.projection.js';
import { earningsView, monthlyEarningsView, monthsBefore, sumAmounts } from './figures.js';
import { usualMinutes } from './host-records.projection.js';

type CourtUseMonths = readonly MonthlyCourtUse[];

export type CourtInPeriod = Readonly<{
  courtId: string;
  name: string;
  offers: CourtOfferHistory | null;
  months: CourtUseMonths;
}>;

const sumOverMonths = (
  courtMonths: CourtUseMonths,
  countOf: (courtMonth: MonthlyCourtUse) => number,
): number => courtMonths.reduce((subtotal, courtMonth) => subtotal + countOf(courtMonth), 0);

const answerStatistics = (courtMonths: CourtUseMonths): AnswerStatistics => ({
  accepted: sumOverMonths(courtMonths, ({ answers }) => answers.accepted),
  declined: sumOverMonths(courtMonths, ({ answers }) => answers.declined),
  expired: sumOverMonths(courtMonths, ({ answers }) => answers.expired),
  atOnce: sumOverMonths(courtMonths, ({ answers }) => answers.atOnce),
  usualMinutes: usualMinutes({ answers: courtMonths.flatMap(({ minutes }) => minutes) }),
});

const cancellationCounts = (courtMonths: CourtUseMonths): CancellationCounts => ({
  byPlayers: sumOverMonths(courtMonths, ({ cancellations }) => cancellations.byPlayers),
  byHost: sumOverMonths(courtMonths, ({ cancellations }) => cancellations.byHost),
  excused: sumOverMonths(courtMonths, ({ cancellations }) => cancellations.excused),
  byOthers: sumOverMonths(courtMonths, ({ cancellations }) => cancellations.byOthers),
});

const primeUse = (courtDays: readonly DailyCourtUse[]) =>
  totalUse(courtDays.map(({ prime }) => prime));

const dailyUseByCourt = (
  courts: readonly CourtInPeriod[],
  firstMonth: string,
  currentInstant: string,
): DailyCourtUse[][] => {
  const timeZones = new Set(courts.flatMap(({ offers }) => offers?.zone ?? []));
  const calendars = new Map(
    [...timeZones].map((timeZone) => [timeZone, calendarOf(timeZone, firstMonth, currentInstant)]),
  );
  return courts.map(({ offers, months }) =>
    offers ? useByDay(offers, months, calendars.get(offers.zone)!) : [],
  );
};

/**
 * A host's figures for a range of months (`2027-03`, earliest first). `monthlyAmounts` are the
 * totals of the bookings in those months and in those that are compared with them, in cents.
 */
export const analyticsView = (
  courts: readonly CourtInPeriod[],
  monthlyAmounts: readonly Omit<MonthlyHostEarnings, 'hostId'>[],
  periodMonths: readonly string[],
  currentInstant: string,
): Analytics => {
  const firstMonth = periodMonths[0]!;
  const isInPeriod = ({ month }: { month: string }) => month >= firstMonth;
  const isPeriodDay = ({ date }: DailyCourtUse) => date.slice(0, 7) >= firstMonth;
  const [firstComparedMonth = firstMonth] = monthsBefore(periodMonths);
  const longerDailyUses = dailyUseByCourt(courts, firstComparedMonth, currentInstant);
  const dailyUses = longerDailyUses.map((courtDays) => courtDays.filter(isPeriodDay));
  const allDays = dailyUses.flat();
  const previousDays = longerDailyUses.flat().filter((courtDay) => !isPeriodDay(courtDay));
  const daysByMonth = Map.groupBy(allDays, ({ date }) => date.slice(0, 7));
  const daysByWeekday = Map.groupBy(allDays, ({ weekday }) => weekday);
  const courtMonths = courts.flatMap(({ months }) => months).filter(isInPeriod);
  const bookedHours = bookedByHour(courtMonths);
  return {
    months: periodMonths.map((periodMonth) => ({
      ...monthlyEarningsView(monthlyAmounts, periodMonth),
      use: totalUse(daysByMonth.get(periodMonth) ?? []),
    })),
    total: earningsView(sumAmounts(monthlyAmounts.filter(isInPeriod))),
    previous: {
      total: earningsView(sumAmounts(monthlyAmounts.filter((month) => !isInPeriod(month)))),
      prime: primeUse(previousDays),
    },
    use: {
      total: totalUse(allDays),
      prime: primeUse(allDays),
      weekdays: weekdays.map((weekdayName, weekdayIndex) => ({
        weekday: weekdayName,
        ...totalUse(daysByWeekday.get(weekdayIndex) ?? []),
      })),
      courts: courts.map(({ courtId, name }, courtIndex) => ({
        courtId,
        name,
        ...totalUse(dailyUses[courtIndex]!),
      })),
    },
    hours: weekdays.map((weekdayName, weekdayIndex) => ({
      weekday: weekdayName,
      booked: bookedHours[weekdayIndex]!,
    })),
    answers: answerStatistics(courtMonths),
    cancellations: cancellationCounts(courtMonths),
  };
};

const columnHeaders = [
  ...['Month', 'Court', 'Hours offered', 'Hours played', 'Bookings', 'Completed', 'Canceled'],
  ...['Expected', 'Earned', 'Of this, late fees', 'Refunds'],
  ...[
    'Approved',
    'Declined',
    'No response in time',
    'Confirmed instantly',
    'Typical minutes to respond',
  ],
  ...['Canceled by players', 'Canceled by you', 'Of these, excused', 'Canceled by others'],
];

/**
 * The same figures as table rows below a header: one row per month and court, earliest month first.
 */
export const analyticsRows = (
  courts: readonly CourtInPeriod[],
  periodMonths: readonly string[],
  currentInstant: string,
): readonly (readonly string[])[] => {
  const dailyUses = dailyUseByCourt(courts, periodMonths[0]!, currentInstant).map((courtDays) =>
    Map.groupBy(courtDays, ({ date }) => date.slice(0, 7)),
  );
  const tableRow = (
    tableMonth: string,
    { name, months }: CourtInPeriod,
    courtIndex: number,
  ): string[] => {
    const courtMonths = months.filter((courtMonth) => courtMonth.month === tableMonth);
    const { offered, played } = totalUse(dailyUses[courtIndex]!.get(tableMonth) ?? []);
    const { bookings, completed, cancelled, ...amounts } = sumAmounts(courtMonths);
    const { accepted, declined, expired, atOnce, usualMinutes } = answerStatistics(courtMonths);
    const { byPlayers, byHost, excused, byOthers } = cancellationCounts(courtMonths);
    const moneyCells = [
      amounts.expectedCents,
      amounts.earnedCents + amounts.lateCents,
      amounts.lateCents,
      amounts.refundCents,
    ].map(toMoney);
    const answerCells = [accepted, declined, expired, atOnce, usualMinutes ?? ''];
    const countCells = [offered, played, bookings, completed, cancelled];
    return [
      tableMonth,
      name,
      ...countCells,
      ...moneyCells,
      ...answerCells,
      byPlayers,
      byHost,
      excused,
      byOthers,
    ].map(String);
  };
  return [
    columnHeaders,
    ...periodMonths.flatMap((periodMonth) =>
      courts.map((courtInPeriod, courtIndex) => tableRow(periodMonth, courtInPeriod, courtIndex)),
    ),
  ];
};
