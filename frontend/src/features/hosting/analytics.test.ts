import { describe, expect, it } from '@jest/globals';
import { hostBookingLike } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import {
  bookingsPerMonth,
  earningsPerMonth,
  heldIn,
  periodOf,
  usageByCourt,
  usageByWeekday,
  usageOf,
  usageOverall,
} from './analytics';
import { monthsUpTo, monthWords } from './months';

const now = '2027-04-20T19:00:00.000Z';
const hour = (startTime: string, changes: Parameters<typeof hostBookingLike>[0] = {}) =>
  hostBookingLike({
    startTime,
    endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(),
    status: 'completed',
    ...changes,
  });
/** The last evening of March in Phoenix, which is April in UTC. */
const lateInMarch = hour('2027-04-01T03:00:00.000Z', { payoutAmount: '98.95' });

describe('the months of a period', () => {
  it('end with the present one and pass over the turn of a year', () => {
    expect(monthsUpTo('2027-02', 3)).toEqual(['2026-12', '2027-01', '2027-02']);
    expect(monthWords('2026-12')).toBe('December 2026');
  });

  it('are those of the court that is furthest ahead', () => {
    const phoenix = { zone: 'America/Phoenix' };
    const newYork = { zone: 'America/New_York' };
    expect(periodOf([phoenix], '2027-04-01T05:00:00.000Z', 1)).toEqual(['2027-03']);
    expect(periodOf([phoenix, newYork], '2027-04-01T05:00:00.000Z', 1)).toEqual(['2027-04']);
  });
});

describe('the figures of each month', () => {
  const months = ['2027-03', '2027-04'];

  it('count bookings in the month of their court, cancelled ones left out', () => {
    const bookings = [
      lateInMarch,
      hour('2027-04-10T17:00:00.000Z', { status: 'cancelled' }),
      hour('2027-02-10T17:00:00.000Z'),
    ];
    expect(bookingsPerMonth(bookings, months).map(({ name, value, words }) => [name, value, words])).toEqual([
      ['March 2027', 1, '1 booking'],
      ['April 2027', 0, '0 bookings'],
    ]);
    expect(heldIn(bookings, months)).toEqual([lateInMarch]);
  });

  it('add up payouts of completed bookings, to the cent', () => {
    const bookings = [
      lateInMarch,
      hour('2027-03-10T17:00:00.000Z', { payoutAmount: '98.95' }),
      hour('2027-03-11T17:00:00.000Z', { status: 'confirmed' }),
    ];
    expect(earningsPerMonth(bookings, months).map(({ value, words }) => [value, words])).toEqual([
      [197.9, '$197.90'],
      [0, '$0.00'],
    ]);
  });
});

describe('the use of a court', () => {
  const two = [{ from: '07:00', to: '09:00' }];
  const closed = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
  const court = courtLike({
    weeklyHours: { ...closed, monday: two },
    createdAt: '2027-03-01T12:00:00.000Z',
  });

  it('is what was played of the hours that it offered until yesterday', () => {
    // Mondays of April before the 20th: 5, 12, 19.
    const bookings = [
      hour('2027-04-05T14:00:00.000Z'),
      hour('2027-04-12T15:00:00.000Z', { status: 'confirmed' }),
      hour('2027-04-12T16:00:00.000Z'),
      hour('2027-04-19T14:00:00.000Z', { status: 'cancelled' }),
      hour('2027-04-19T15:00:00.000Z', { courtId: 'another' }),
      hour('2027-04-26T14:00:00.000Z', { status: 'confirmed' }),
      hour('2027-03-29T14:00:00.000Z'),
    ];
    const use = usageOf(court, bookings, '2027-04', now);
    expect(use.monday).toEqual({ offered: 6, played: 2 });
    expect(use.tuesday).toEqual({ offered: 0, played: 0 });
    expect(usageOverall([use])).toBe('2 of 6 hours, 33.3%');
    expect(usageByWeekday([use])[0]).toMatchObject({ label: 'Mon', words: '2 of 6 hours, 33.3%' });
    expect(usageByWeekday([use])[1]).toMatchObject({ label: 'Tue', value: 0, words: 'Not open' });
    expect(usageByCourt([court], [use])).toMatchObject([{ label: 'Camelback Clay', words: '2 of 6 hours, 33.3%' }]);
  });

  it('begins on the day after it was listed', () => {
    const listed = courtLike({ ...court, createdAt: '2027-04-12T12:00:00.000Z' });
    expect(usageOf(listed, [], '2027-04', now).monday.offered).toBe(2);
    expect(usageOverall([usageOf(courtLike({ ...court, createdAt: now }), [], '2027-04', now)])).toBe('Not open');
  });
});
