import { describe, expect, it } from '@jest/globals';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { type CourtInPeriod, analyticsRows, analyticsView } from './analytics-view.js';
import type { MonthlyCourtUse } from './court-use.projection.js';
import { zeroAmounts } from './earnings.projection.js';

const zone = 'America/Phoenix';
/** A Tuesday. */
const NOW = '2027-04-20T19:00:00.000Z';
const period = ['2027-03', '2027-04'];
const onMondays = WeeklyHours.parse({
  ...Object.fromEntries(weekdays.map((weekday) => [weekday, []])),
  monday: [{ from: '07:00', to: '09:00' }],
});
const none = { accepted: 0, declined: 0, expired: 0, atOnce: 0 };
const noCancellations = { byPlayers: 0, byHost: 0, excused: 0, byOthers: 0 };

const month = (courtId: string, changes: Partial<MonthlyCourtUse> = {}): MonthlyCourtUse => ({
  courtId,
  hostId: 'hana',
  zone,
  month: '2027-04',
  ...zeroAmounts,
  booked: {},
  played: {},
  closed: [],
  minutes: [],
  answers: none,
  cancellations: noCancellations,
  ...changes,
});

const court = (courtId: string, ...months: MonthlyCourtUse[]): CourtInPeriod => ({
  courtId,
  name: `Court ${courtId}`,
  offers: {
    courtId,
    hostId: 'hana',
    zone,
    weeklyHours: onMondays,
    sports: ['tennis'],
    neighborRules: standardNeighborRules,
    isActive: true,
    isHidden: false,
    offers: [{ from: '2027-03-16', weeklyHours: onMondays, isShown: true }],
  },
  months,
});

const day = { '2027-04-05': [7] };
const soleCourt = court(
  'one',
  month('one', {
    bookings: 2,
    completed: 1,
    earnedCents: 9_895,
    expectedCents: 1,
    booked: day,
    played: day,
    answers: { ...none, accepted: 2, expired: 1 },
    minutes: [5, 60],
  }),
);
const other = court(
  'other',
  month('other', {
    bookings: 1,
    earnedCents: 5,
    booked: { '2027-04-26': [8] },
    answers: { ...none, declined: 1, atOnce: 1 },
    minutes: [10],
    cancellations: { byPlayers: 1, byHost: 2, excused: 1, byOthers: 3 },
  }),
);

describe('host analytics', () => {
  const earned = [
    { ...zeroAmounts, month: '2027-04', bookings: 3, completed: 1, earnedCents: 9_900 },
  ];
  const view = analyticsView([soleCourt, other], earned, period, NOW);

  it('shows the use of both courts by month, weekday, and court', () => {
    // The Mondays are March 22 and 29, and April 5, 12, and 19; two hours each, on two courts.
    expect(view.months.map(({ month: name, bookings, use }) => [name, bookings, use])).toEqual([
      ['2027-03', 0, { offered: 8, played: 0 }],
      ['2027-04', 3, { offered: 12, played: 1 }],
    ]);
    expect(view.total.earned).toBe('99.00');
    expect(view.use.total).toEqual({ offered: 20, played: 1 });
    expect(view.use.weekdays[0]).toEqual({ weekday: 'monday', offered: 20, played: 1 });
    expect(view.use.weekdays[1]).toEqual({ weekday: 'tuesday', offered: 0, played: 0 });
    expect(view.use.courts).toEqual([
      { courtId: 'one', name: 'Court one', offered: 10, played: 1 },
      { courtId: 'other', name: 'Court other', offered: 10, played: 0 },
    ]);
  });

  it('compares its complete months with the same number of earlier months', () => {
    const earlier = { ...zeroAmounts, month: '2027-02', bookings: 2, earnedCents: 4_000 };
    const { previous, total } = analyticsView([soleCourt], [...earned, earlier], period, NOW);
    expect([previous.total.earned, total.earned]).toEqual(['40.00', '99.00']);
  });

  it('adds up responses and cancellations and shows the median response time', () => {
    expect(view.answers).toEqual({
      accepted: 2,
      declined: 1,
      expired: 1,
      atOnce: 1,
      usualMinutes: 10,
    });
    expect(view.cancellations).toEqual({ byPlayers: 1, byHost: 2, excused: 1, byOthers: 3 });
    expect(view.hours[0]!.booked.slice(7, 9)).toEqual([1, 1]);
  });

  it('shows zeros for a court without data yet', () => {
    const unknown = { ...soleCourt, offers: null, months: [] };
    const { use, answers } = analyticsView([unknown], [], period, NOW);
    expect([use.total, answers.usualMinutes]).toEqual([{ offered: 0, played: 0 }, null]);
  });

  it('exports the same figures as one row per month and court', () => {
    const [head, ...rows] = analyticsRows([soleCourt, other], period, NOW);
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 4 }, () => head!.length));
    const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
    expect(column('Month')).toEqual(['2027-03', '2027-03', '2027-04', '2027-04']);
    expect(column('Court')).toEqual(['Court one', 'Court other', 'Court one', 'Court other']);
    expect(column('Hours offered')).toEqual(['4', '4', '6', '6']);
    expect(column('Hours played')).toEqual(['0', '0', '1', '0']);
    expect(column('Earned')).toEqual(['0.00', '0.00', '98.95', '0.05']);
    expect(column('Typical minutes to respond')).toEqual(['', '', '60', '10']);
    expect(column('Of these, excused')).toEqual(['0', '0', '0', '1']);
  });
});
