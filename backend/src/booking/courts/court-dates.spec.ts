import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import {
  courtDateAt,
  courtHoursOn,
  earlierCourtDates,
  isCourtMidnight,
  splitByCourtDate,
} from './court-dates.js';

const losAngeles = { zone: 'America/Los_Angeles', standardOffsetMinutes: -480 };
const lordHowe = { zone: 'Australia/Lord_Howe', standardOffsetMinutes: 630 };
const listedEarlier = {
  zone: 'America/Los_Angeles',
  standardOffsetMinutes: null,
  hadLocalDays: true,
};
const range = (startTime: string, endTime: string) => ({
  startTime: `${startTime}:00.000Z`,
  endTime: `${endTime}:00.000Z`,
});

describe('the court-day of an instant', () => {
  it('is the local date in winter', () => {
    expect(courtDateAt(losAngeles, '2027-01-16T07:59:00.000Z')).toBe('2027-01-15');
    expect(courtDateAt(losAngeles, '2027-01-16T08:00:00.000Z')).toBe('2027-01-16');
  });

  it('starts at 1 AM on the clock of the court in summer', () => {
    expect(courtDateAt(losAngeles, '2027-07-10T07:59:00.000Z')).toBe('2027-07-09');
    expect(courtDateAt(losAngeles, '2027-07-10T08:00:00.000Z')).toBe('2027-07-10');
  });

  it('does not depend on the zone once the offset is stored', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2040-01-01') }),
        (zone, timestamp) => {
          const instant = new Date(timestamp).toISOString();
          expect(courtDateAt({ ...losAngeles, zone }, instant)).toBe(
            courtDateAt(losAngeles, instant),
          );
        },
      ),
      { numRuns: 200 },
    ));

  it('uses the offset of 2020 for a court that was listed without one', () =>
    expect(courtDateAt(listedEarlier, '2027-07-10T07:59:00.000Z')).toBe('2027-07-09'));
});

describe('hours that contain midnight in standard time', () => {
  const summerDay = range('2027-07-10T07:00', '2027-07-11T07:00');

  it('are divided at that midnight', () =>
    expect(splitByCourtDate(losAngeles, summerDay)).toEqual([
      { courtDate: '2027-07-09', ...range('2027-07-10T07:00', '2027-07-10T08:00') },
      { courtDate: '2027-07-10', ...range('2027-07-10T08:00', '2027-07-11T07:00') },
    ]));

  it('stay whole if they end at that midnight', () =>
    expect(splitByCourtDate(losAngeles, range('2027-01-15T08:00', '2027-01-16T08:00'))).toEqual([
      { courtDate: '2027-01-15', ...range('2027-01-15T08:00', '2027-01-16T08:00') },
    ]));

  it('have that midnight at 1 AM on the summer clock', () => {
    expect(isCourtMidnight(losAngeles, '2027-07-10T08:00:00.000Z')).toBe(true);
    expect(isCourtMidnight(losAngeles, '2027-07-10T07:00:00.000Z')).toBe(false);
  });

  it('may belong to the days before and after if court-days used to be local dates', () => {
    expect(earlierCourtDates(listedEarlier, summerDay)).toEqual(['2027-07-08', '2027-07-11']);
    expect(earlierCourtDates({ ...losAngeles, hadLocalDays: false }, summerDay)).toEqual([]);
  });
});

describe('the bookable hours of a local day', () => {
  it.each([
    [losAngeles, 24],
    [listedEarlier, 24],
    [{ zone: 'Asia/Kolkata', standardOffsetMinutes: 330 }, 24],
  ])('include all 24 hours for %j', (courtClock, hours) =>
    expect(courtHoursOn(courtClock, '2027-07-10')).toHaveLength(hours),
  );

  it('omit the hour that crosses midnight in standard time', () => {
    const summerHours = courtHoursOn(lordHowe, '2027-01-16');
    expect(summerHours.map(({ hour }) => hour)).toEqual([
      ...Array.from({ length: 23 }, (_, index) => index + 1),
    ]);
    expect(courtHoursOn(lordHowe, '2027-07-10')).toHaveLength(24);
  });

  it('each lie in one court-day, regardless of the stored offset', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: -48, max: 56 }),
        fc.constantFrom('2027-01-16', '2027-03-14', '2027-07-10', '2027-10-03'),
        (zone, quarters, localDay) => {
          const courtClock = { zone, standardOffsetMinutes: quarters * 15 };
          for (const { start } of courtHoursOn(courtClock, localDay)) {
            const endTime = new Date(Date.parse(start) + HOUR_MS).toISOString();
            expect(splitByCourtDate(courtClock, { startTime: start, endTime })).toHaveLength(1);
          }
        },
      ),
      { numRuns: 300 },
    ));
});
