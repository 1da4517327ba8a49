import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  HOUR_MS,
  MINUTE_MS,
  addDays,
  localDate,
  localHours,
  offsetAt,
  weekday,
} from './local-time.js';

const zones = fc.oneof(
  fc.constantFrom(
    'America/Los_Angeles',
    'America/Phoenix',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'America/Havana',
  ),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);
const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const runs = { numRuns: 300 };

const formats = new Map<string, Intl.DateTimeFormat>();

/** An independent oracle: the machine's own calendar. */
const formattedTime = (zone: string, ms: number) => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  const [date, time] = format.format(ms).split(' ');
  return { date, time };
};

describe('the hours of any local day, in any zone', () => {
  it('last 60 elapsed minutes each and do not overlap', () =>
    fc.assert(
      fc.property(zones, dates, (zone, date) => {
        const hours = localHours(zone, date);
        for (const { start, end } of hours)
          expect(Date.parse(end) - Date.parse(start)).toBe(HOUR_MS);
        hours.slice(1).forEach(({ start }, index) => expect(start >= hours[index]!.end).toBe(true));
      }),
      runs,
    ));

  it('lie inside the day and start on the full hour of the local clock', () =>
    fc.assert(
      fc.property(zones, dates, (zone, date) => {
        for (const { start, hour, offsetMinutes } of localHours(zone, date)) {
          const ms = Date.parse(start);
          expect(formattedTime(zone, ms)).toEqual({
            date,
            time: `${String(hour).padStart(2, '0')}:00`,
          });
          for (const minute of [15, 30, 45, 59])
            expect(formattedTime(zone, ms + minute * MINUTE_MS).date).toBe(date);
          expect(offsetMinutes).toBe(offsetAt(zone, ms));
        }
      }),
      { numRuns: 200 },
    ));

  it('number 24 on a day without a clock change', () =>
    fc.assert(
      fc.property(zones, dates, (zone, date) => {
        const midnight = Date.parse(`${date}T00:00:00Z`);
        // A date starts up to 14 hours before midnight UTC and ends up to 36 hours after it.
        const around = Array.from({ length: 27 }, (_, index) =>
          offsetAt(zone, midnight + (index - 7) * 2 * HOUR_MS),
        );
        fc.pre(new Set(around).size === 1);
        expect(localHours(zone, date).map(({ hour }) => hour)).toEqual([...Array(24).keys()]);
      }),
      { numRuns: 300 },
    ));

  it('belong to one day only', () =>
    fc.assert(
      fc.property(zones, dates, (zone, date) => {
        const last = localHours(zone, date).at(-1);
        const next = localHours(zone, addDays(date, 1))[0];
        if (last && next) expect(next.start >= last.end).toBe(true);
      }),
      runs,
    ));
});

describe('a day on which the clock jumps by less than an hour or near midnight', () => {
  const startsOn = (zone: string, date: string) => localHours(zone, date).map(({ hour }) => hour);

  it('skips the hour from 03:00 that starts while the hour from 02:00 runs', () =>
    expect(startsOn('America/Caracas', '2016-05-01').slice(0, 5)).toEqual([0, 1, 2, 4, 5]));

  it('skips the hour from 23:00 if half of it falls on the next day', () =>
    expect(startsOn('Asia/Pyongyang', '2018-05-04').slice(-2)).toEqual([21, 22]));

  it('repeats the last hour if midnight is set back by an hour', () =>
    expect(startsOn('America/Cordoba', '2009-03-14').slice(-3)).toEqual([22, 23, 23]));

  it('skips the hour from midnight if the clock is set back after a minute', () =>
    expect(localHours('America/St_Johns', '2010-11-07')[0]).toMatchObject({
      hour: 0,
      offsetMinutes: -210,
    }));
});

describe('calendar days', () => {
  it('match those of the machine', () =>
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2050-12-31') }),
        (zone, ms) => {
          expect(localDate(zone, ms)).toBe(formattedTime(zone, ms).date);
          expect(localDate(zone, new Date(ms).toISOString())).toBe(localDate(zone, ms));
        },
      ),
      { numRuns: 500 },
    ));

  it('follow each other through the week', () =>
    fc.assert(
      fc.property(dates, fc.integer({ min: -400, max: 400 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(weekday(addDays(date, days))).toBe((((weekday(date) + days) % 7) + 7) % 7);
      }),
    ));
});
