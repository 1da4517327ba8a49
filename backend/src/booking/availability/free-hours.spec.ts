import { describe, expect, it } from '@jest/globals';
import { aListing, everyDay } from '../../../testing/court.js';
import { datesOpenForBooking, firstFreeHours } from './free-hours.js';
import type { Hours } from '../bookings/hours.js';

/** Saturday, 9 AM in Los Angeles. */
const AT = '2027-03-13T17:00:00.000Z';
const rules = {
  leadMinutes: 120,
  horizonDays: 3,
  headStartMinutes: 1_440,
  hostAnswerBeforeStartMinutes: 60,
};
const court = aListing({
  weeklyHours: { ...everyDay, saturday: [{ from: '07:00', to: '13:00' }] },
});
const always = { from: 0, to: 24 };

const starts = (
  hourSearch: { date?: string; from: number; to: number },
  occupied: Record<string, Hours[]> = {},
) =>
  firstFreeHours(court, hourSearch, (date) => occupied[date] ?? [], rules, AT).map(
    ({ start, time }) => [start, time],
  );

describe('the search for the first free hours of a court', () => {
  it('returns the first three hours that can still be booked', () =>
    expect(starts(always)).toEqual([
      ['2027-03-13T19:00:00.000Z', '11:00 AM'],
      ['2027-03-13T20:00:00.000Z', '12:00 PM'],
      // The clocks go forward that night.
      ['2027-03-14T14:00:00.000Z', '07:00 AM'],
    ]));

  it('skips occupied hours', () => {
    const occupied = [
      { startTime: '2027-03-13T19:00:00.000Z', endTime: '2027-03-13T20:00:00.000Z' },
    ];
    expect(starts(always, { '2027-03-13': occupied }).map(([start]) => start)).toEqual([
      '2027-03-13T20:00:00.000Z',
      '2027-03-14T14:00:00.000Z',
      '2027-03-14T15:00:00.000Z',
    ]);
  });

  it('stays within the requested local hours, excluding the end hour', () => {
    expect(starts({ from: 18, to: 20 }).map(([, time]) => time)).toEqual([
      '06:00 PM',
      '07:00 PM',
      '06:00 PM',
    ]);
    expect(starts({ date: '2027-03-14', from: 9, to: 11 }).map(([, time]) => time)).toEqual([
      '09:00 AM',
      '10:00 AM',
    ]);
  });

  it('stays within the requested day', () => {
    expect(starts({ date: '2027-03-13', ...always })).toHaveLength(2);
    expect(starts({ date: '2027-03-12', ...always })).toEqual([]);
  });

  it('omits hours in the Elite head start and hours that are not open to anyone', () =>
    expect(starts({ date: '2027-03-17', ...always })).toEqual([]));
});

it('searches only the days between today and the booking horizon of a court', () => {
  const dates = ['2027-03-12', '2027-03-13', '2027-03-14', '2027-03-16', '2027-03-17'];
  expect(datesOpenForBooking(court, dates, rules, AT)).toEqual(dates.slice(1, 4));
  const bookingRules = { ...court.bookingRules, horizonDays: 1 };
  expect(datesOpenForBooking({ ...court, bookingRules }, dates, rules, AT)).toEqual(
    dates.slice(1, 3),
  );
});
