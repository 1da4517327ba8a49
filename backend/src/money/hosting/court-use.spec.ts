import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import {
  APPROVED_AT,
  bookingApproved,
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  bookingMoved,
  hourRange,
  hoursReopened,
  bookingRequested,
} from '../../../testing/court-day.js';
import { courtDayHistories } from '../../../testing/court-day-histories.js';
import { datesFrom, localHour, localHours, weekday } from '../../platform/kernel/local-time.js';
import { fold, inStream } from '../../../testing/projection.js';
import { bookedByHour, calendarOf, totalUse, useByDay } from './court-use.js';
import { type HoursByDay, MAX_ANSWERS, courtUse } from './court-use.projection.js';
import { earnings } from './earnings.projection.js';

const TEN = { '2027-03-13': [10] };
const after = (...events: CourtDayEvent[]) =>
  fold(courtUse, ...inStream('courtDay-roxbury', ...events));
const march = (...events: CourtDayEvent[]) => after(...events).get('roxbury_2027-03')!;

describe('a court month', () => {
  it('counts a moved booking once, at its new hour', () => {
    const moved = [bookingRequested(), bookingApproved(), bookingMoved()];
    const atOne = { '2027-03-13': [13] };
    expect(march(...moved)).toMatchObject({ bookings: 1, expectedCents: 29_700, booked: atOne });
    expect(march(...moved, bookingCompleted(hourRange('21:00', '22:00')))).toMatchObject({
      booked: atOne,
      played: atOne,
      earnedCents: 29_700,
    });
  });

  it('records booked and played hours', () => {
    expect(march(bookingRequested())).toMatchObject({
      hostId: 'hana',
      bookings: 1,
      booked: {},
      played: {},
    });
    expect(march(bookingRequested(), bookingApproved())).toMatchObject({ booked: TEN, played: {} });
    expect(march(bookingRequested(), bookingApproved(), bookingCompleted())).toMatchObject({
      booked: TEN,
      played: TEN,
    });
    expect(
      march(bookingRequested(), bookingApproved(), bookingCancelled({ approvedAt: APPROVED_AT }))
        .booked,
    ).toEqual({});
  });

  it('uses the local calendar of the court', () => {
    const lateInMarch = { startTime: '2027-04-01T05:00:00.000Z' };
    expect([...after(bookingRequested(lateInMarch)).keys()]).toEqual(['roxbury_2027-03']);
    expect([
      ...after(bookingRequested({ ...lateInMarch, zone: 'America/New_York' })).keys(),
    ]).toEqual(['roxbury_2027-04']);
  });

  it('counts the responses to requests and their response times', () => {
    const declined = bookingCancelled({
      reason: 'host_declined',
      cancelledAt: '2027-03-10T12:10:00.000Z',
    });
    const ranOut = bookingCancelled({ reason: 'host_did_not_answer' });
    const month = march(
      bookingApproved(),
      declined,
      ranOut,
      bookingCancelled(),
      bookingApproved({ approvedBy: 'instant' }),
    );
    expect(month.answers).toEqual({ accepted: 1, declined: 1, expired: 1, atOnce: 1 });
    expect(month.minutes).toEqual([60, 10]);
  });

  it('keeps at most one response time per hour of the month', () => {
    const answer = (minute: number) =>
      bookingApproved({
        approvedAt: new Date(
          Date.parse('2027-03-10T12:00:00.000Z') + minute * 60_000,
        ).toISOString(),
      });
    const { minutes } = march(
      ...Array.from({ length: MAX_ANSWERS + 1 }, (_, minute) => answer(minute)),
    );
    expect([minutes.length, minutes[0], minutes.at(-1)]).toEqual([MAX_ANSWERS, 1, MAX_ANSWERS]);
  });

  it('counts cancellations of confirmed bookings by who canceled', () => {
    const of = (changes: Parameters<typeof bookingCancelled>[0]) =>
      bookingCancelled({ approvedAt: APPROVED_AT, ...changes });
    expect(
      march(
        of({ reason: 'player_cancelled' }),
        of({ reason: 'host_cancelled' }),
        of({ reason: 'host_cancelled', excuse: 'weather' }),
        of({ reason: 'hours_closed' }),
        of({ reason: 'operator_cancelled' }),
        bookingCancelled({ reason: 'player_cancelled' }),
      ).cancellations,
    ).toEqual({ byPlayers: 1, byHost: 3, excused: 1, byOthers: 1 });
  });

  it('records closed hours without the reason', () => {
    const hours = (...events: CourtDayEvent[]) =>
      march(...events).closed.map(
        ({ startTime, endTime }) => `${startTime.slice(11, 16)}-${endTime.slice(11, 16)}`,
      );
    expect(hours(hoursClosed('16:00', '20:00'), hoursReopened('17:00', '18:00'))).toEqual([
      '16:00-17:00',
      '18:00-20:00',
    ]);
    expect(hours(hoursClosed('16:00', '18:00'), hoursClosed('17:00', '19:00'))).toEqual([
      '16:00-17:00',
      '17:00-19:00',
    ]);
    expect(JSON.stringify(march(hoursClosed('16:00', '20:00', 'a family matter')))).not.toContain(
      'family',
    );
  });

  it('is visible only to the host', () =>
    expect(courtUse.audience!(march(bookingRequested()))).toEqual(['hana']));

  it('matches the earnings and bookings after any history', () =>
    fc.assert(
      fc.property(courtDayHistories, (history) => {
        const bookingEvents = history.filter(
          (event): event is BookingEvent => 'bookingId' in event.data,
        );
        const folded = after(...history).get('roxbury_2027-03');
        const ofHost = fold(earnings, ...inStream('courtDay-roxbury', ...bookingEvents)).get(
          'hana_2027-03',
        );
        if (ofHost) expect(folded).toMatchObject(ofHost);
        const bookingDocuments = [
          ...fold(bookings, ...inStream('courtDay-roxbury', ...bookingEvents)).values(),
        ];
        const hoursOf = (...states: string[]) =>
          bookingDocuments
            .filter(({ status }) => states.includes(status))
            .map((booking) => localHour(booking.zone, booking.startTime))
            .sort();
        expect(
          Object.values(folded?.booked ?? {})
            .flat()
            .sort(),
        ).toEqual(hoursOf('confirmed', 'completed'));
        expect(
          Object.values(folded?.played ?? {})
            .flat()
            .sort(),
        ).toEqual(hoursOf('completed'));
      }),
      { numRuns: 300 },
    ));
});

const NOW = '2027-04-20T19:00:00.000Z';
const zone = 'America/Phoenix';
const onMondays = (from: string, to: string): WeeklyHours =>
  WeeklyHours.parse({
    ...Object.fromEntries(weekdays.map((weekday) => [weekday, []])),
    monday: [{ from, to }],
  });
const offer = (from: string, weeklyHours = onMondays('07:00', '09:00'), isShown = true) => ({
  from,
  weeklyHours,
  isShown,
});
/** Phoenix is seven hours behind UTC all year round. */
const instant = (day: string, hour: number) =>
  `${day}T${String(hour + 7).padStart(2, '0')}:00:00.000Z`;
const use = (
  offers: ReturnType<typeof offer>[],
  played: HoursByDay = {},
  heldHours: [string, number, number][] = [],
) => {
  const closed = heldHours.map(([day, from, to]) => ({
    startTime: instant(day, from),
    endTime: instant(day, to),
  }));
  return totalUse(
    useByDay({ zone, offers }, [{ played, closed }], calendarOf(zone, '2027-04', NOW)),
  );
};

// The Mondays in April before the 20th are 5, 12, and 19.
describe('the use of a court', () => {
  it('counts offered and played hours through yesterday', () => {
    const played = { '2027-04-05': [7], '2027-04-12': [8], '2027-03-29': [7], '2027-04-20': [7] };
    expect(use([offer('2027-03-02')], played)).toEqual({ offered: 6, played: 2 });
  });

  it('counts prime hours separately', () => {
    const offers = [offer('2027-03-02', onMondays('15:00', '19:00'))];
    const played = { '2027-04-05': [16, 17] };
    const days = useByDay(
      { zone, offers },
      [{ played, closed: [] }],
      calendarOf(zone, '2027-04', NOW),
    );
    expect(totalUse(days.map(({ prime }) => prime))).toEqual({ offered: 6, played: 1 });
  });

  it('starts with the first offer and pauses while players cannot find the court', () => {
    expect(use([offer('2027-04-13')])).toEqual({ offered: 2, played: 0 });
    expect(use([])).toEqual({ offered: 0, played: 0 });
    expect(use([offer('2027-03-02'), offer('2027-04-12', undefined, false)])).toEqual({
      offered: 2,
      played: 0,
    });
  });

  it('applies the weekly hours valid on each day', () =>
    expect(use([offer('2027-03-02'), offer('2027-04-12', onMondays('07:00', '08:00'))])).toEqual({
      offered: 4,
      played: 0,
    }));

  it('subtracts closed hours, including partly closed ones', () =>
    expect(
      use([offer('2027-03-02')], {}, [
        ['2027-04-05', 6, 8],
        ['2027-04-12', 0, 16],
        ['2027-04-06', 7, 8],
      ]),
    ).toEqual({
      offered: 3,
      played: 0,
    }));

  it('counts a played hour as offered, even after the schedule changed', () => {
    expect(use([offer('2027-03-02')], { '2027-04-06': [7] })).toEqual({ offered: 7, played: 1 });
    expect(use([offer('2027-03-02')], { '2027-04-05': [7] }, [['2027-04-05', 7, 8]])).toEqual({
      offered: 6,
      played: 1,
    });
  });

  it('counts 23 or 25 hours on days with a clock change', () => {
    const allDay = WeeklyHours.parse(
      Object.fromEntries(weekdays.map((weekday) => [weekday, [{ from: '00:00', to: '24:00' }]])),
    );
    const losAngeles = { zone: 'America/Los_Angeles', offers: [offer('2027-01-01', allDay)] };
    const calendar = calendarOf(losAngeles.zone, '2027-03', '2027-11-10T19:00:00.000Z');
    const twice = { '2027-11-07': [1, 1] };
    const days = useByDay(losAngeles, [{ played: twice, closed: [] }], calendar);
    const offered = Object.fromEntries(days.map((day) => [day.date, day.offered]));
    expect(
      ['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07'].map((date) => offered[date]),
    ).toEqual([...[24, 23, 24, 25]]);
    expect(days.find(({ date }) => date === '2027-11-07')?.played).toBe(2);
  });

  it('equals an hour-by-hour computation on every day', () => {
    const spans = fc.tuple(fc.nat(23), fc.nat(23)).map(([a, b]) => ({
      from: `${String(Math.min(a, b)).padStart(2, '0')}:00`,
      to: `${String(Math.max(a, b) + 1).padStart(2, '0')}:00`,
    }));
    const weeks = fc
      .array(spans, { minLength: 7, maxLength: 7 })
      .map((ranges) =>
        WeeklyHours.parse(
          Object.fromEntries(weekdays.map((weekday, index) => [weekday, [ranges[index]]])),
        ),
      );
    const dates = datesFrom('2027-03-01', '2027-03-31');
    const played = fc.dictionary(
      fc.constantFrom(...dates),
      fc.uniqueArray(fc.integer({ min: 4, max: 23 })),
    );
    const closures = fc.array(fc.tuple(fc.constantFrom(...dates), fc.integer({ min: 8, max: 14 })));
    fc.assert(
      fc.property(
        weeks,
        played,
        closures,
        fc.constantFrom('America/Phoenix', 'America/New_York'),
        (week, hours, shut, of) => {
          const closed = shut.map(([date, hour]) => ({
            startTime: `${date}T${String(hour).padStart(2, '0')}:30:00.000Z`,
            endTime: `${date}T${hour + 2}:00:00.000Z`,
          }));
          const offers = [offer('2027-03-01', week)];
          const days = useByDay(
            { zone: of, offers },
            [{ played: hours, closed }],
            calendarOf(of, '2027-03', '2027-04-01T12:00:00.000Z'),
          );
          for (const { date, offered } of days) {
            const open = week[weekdays[weekday(date)]!][0]!;
            const plainly = localHours(of, date).filter(({ start, end, hour }) => {
              const isOpen = parseInt(open.from) <= hour && hour < parseInt(open.to);
              const isClosed = closed.some(
                (closure) => closure.startTime < end && start < closure.endTime,
              );
              return (isOpen && !isClosed) || hours[date]?.includes(hour);
            });
            expect([date, offered]).toEqual([date, plainly.length]);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('counts bookings by weekday and local hour', () => {
  const counts = bookedByHour([
    { booked: { '2027-03-13': [10], '2027-03-20': [10, 22], '2027-03-14': [22] } },
    { booked: { '2027-03-13': [10] } },
  ]);
  expect(counts[5]![10]).toBe(3);
  expect([counts[5]![22], counts[6]![22]]).toEqual([1, 1]);
  expect(counts.flat().reduce((sum, count) => sum + count)).toBe(5);
});
