import type { Analytics, AnswerStatistics, CancellationCounts } from '@courtly/contracts/hosting';
import { weekdays } from '@courtly/contracts/opening-hours';
import { toMoney } from '@courtly/contracts/wire';
import type { OffersOfCourt } from './court-offers.projection.js';
import { type DayOfUse, bookedByHour, calendarOf, sumOfUse, useByDay } from './court-use.js';
import type { MonthOfCourt } from './court-use.projection.js';
import type { MonthOfHost } from './earnings.projection.js';
import { earningsView, monthView, sumOf } from './figures.js';
import { usualMinutes } from './host-records.projection.js';

type Months = readonly MonthOfCourt[];

/** A court of a host with all that figures of a period are made from. */
export type CourtInPeriod = Readonly<{
  courtId: string;
  name: string;
  offers: OffersOfCourt | null;
  months: Months;
}>;

const sum = (months: Months, of: (month: MonthOfCourt) => number): number =>
  months.reduce((total, month) => total + of(month), 0);

const answersOf = (months: Months): AnswerStatistics => ({
  accepted: sum(months, ({ answers }) => answers.accepted),
  declined: sum(months, ({ answers }) => answers.declined),
  expired: sum(months, ({ answers }) => answers.expired),
  atOnce: sum(months, ({ answers }) => answers.atOnce),
  usualMinutes: usualMinutes({ answers: months.flatMap(({ minutes }) => minutes) }),
});

const cancellationsOf = (months: Months): CancellationCounts => ({
  byPlayers: sum(months, ({ cancellations }) => cancellations.byPlayers),
  byHost: sum(months, ({ cancellations }) => cancellations.byHost),
  excused: sum(months, ({ cancellations }) => cancellations.excused),
  byOthers: sum(months, ({ cancellations }) => cancellations.byOthers),
});

/** What was used of each court day by day, from the first of a month until yesterday. */
const usesOf = (courts: readonly CourtInPeriod[], first: string, now: string): DayOfUse[][] => {
  const zones = new Set(courts.flatMap(({ offers }) => offers?.zone ?? []));
  const calendars = new Map([...zones].map((zone) => [zone, calendarOf(zone, first, now)]));
  return courts.map(({ offers, months }) =>
    offers ? useByDay(offers, months, calendars.get(offers.zone)!) : [],
  );
};

/**
 * The figures of a host's courts in a period of months (`2027-03`, the earliest first), as they are at an instant. `earned` is
 * what the bookings of those months come to, in cents.
 */
export const analyticsView = (
  courts: readonly CourtInPeriod[],
  earned: readonly Omit<MonthOfHost, 'hostId'>[],
  period: readonly string[],
  now: string,
): Analytics => {
  const uses = usesOf(courts, period[0]!, now);
  const days = uses.flat();
  const ofMonth = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  const ofWeekday = Map.groupBy(days, ({ weekday }) => weekday);
  const all = courts.flatMap(({ months }) => months);
  const booked = bookedByHour(all);
  return {
    months: period.map((month) => ({
      ...monthView(earned, month),
      use: sumOfUse(ofMonth.get(month) ?? []),
    })),
    total: earningsView(sumOf(earned)),
    use: {
      total: sumOfUse(days),
      weekdays: weekdays.map((name, index) => ({
        weekday: name,
        ...sumOfUse(ofWeekday.get(index) ?? []),
      })),
      courts: courts.map(({ courtId, name }, index) => ({
        courtId,
        name,
        ...sumOfUse(uses[index]!),
      })),
    },
    hours: weekdays.map((name, index) => ({ weekday: name, booked: booked[index]! })),
    answers: answersOf(all),
    cancellations: cancellationsOf(all),
  };
};

const head = [
  ...['Month', 'Court', 'Hours offered', 'Hours played', 'Bookings', 'Completed', 'Cancelled'],
  ...['Expected', 'Earned', 'Late fees', 'Refunds'],
  ...[
    'Accepted',
    'Declined',
    'Not answered in time',
    'Confirmed at once',
    'Usual minutes to answer',
  ],
  ...['Cancelled by players', 'Cancelled by you', 'Of these excused', 'Cancelled by others'],
];

/** The same as rows of a table with its heads: one for each month and court, the earliest month first. */
export const analyticsRows = (
  courts: readonly CourtInPeriod[],
  period: readonly string[],
  now: string,
): readonly (readonly string[])[] => {
  const uses = usesOf(courts, period[0]!, now).map((days) =>
    Map.groupBy(days, ({ date }) => date.slice(0, 7)),
  );
  const row = (month: string, { name, months }: CourtInPeriod, index: number): string[] => {
    const own = months.filter((one) => one.month === month);
    const { offered, played } = sumOfUse(uses[index]!.get(month) ?? []);
    const { bookings, completed, cancelled, ...cents } = sumOf(own);
    const { accepted, declined, expired, atOnce, usualMinutes } = answersOf(own);
    const { byPlayers, byHost, excused, byOthers } = cancellationsOf(own);
    const money = [cents.expectedCents, cents.earnedCents, cents.lateCents, cents.refundCents].map(
      toMoney,
    );
    const answers = [accepted, declined, expired, atOnce, usualMinutes ?? ''];
    const counts = [offered, played, bookings, completed, cancelled];
    return [month, name, ...counts, ...money, ...answers, byPlayers, byHost, excused, byOthers].map(
      String,
    );
  };
  return [
    head,
    ...period.flatMap((month) => courts.map((court, index) => row(month, court, index))),
  ];
};
