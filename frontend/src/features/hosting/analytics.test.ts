import { describe, expect, it } from '@jest/globals';
import { analyticsLike, monthLike } from '../../testing/earnings';
import {
  bookingsPerMonth,
  durationLabel,
  earningsPerMonth,
  hourLabel,
  hourRows,
  shareByCourt,
  shareByMonth,
  shareByWeekday,
  shareLabel,
} from './analytics';
import { monthLabel } from '../../lib/months';

const months = [monthLike({ bookings: 1, earned: '197.90' }), monthLike({ month: '2027-04' })];

describe('monthly figures', () => {
  it('name the month and year', () => expect(monthLabel('2026-12')).toBe('December 2026'));

  it('count bookings', () =>
    expect(
      bookingsPerMonth(months).map(({ label, name, value, words }) => [label, name, value, words]),
    ).toEqual([
      ['Mar', 'March 2027', 1, '1 booking'],
      ['Apr', 'April 2027', 0, '0 bookings'],
    ]));

  it('show payouts to the cent', () =>
    expect(earningsPerMonth(months).map(({ value, words }) => [value, words])).toEqual([
      [197.9, '$197.90'],
      [0, '$0.00'],
    ]));
});

describe('court occupancy', () => {
  const { use } = analyticsLike([]);

  it('shows hours played as a share of hours offered', () => {
    expect(shareLabel({ offered: 6, played: 2 })).toBe('2 of 6 hours, 33.3%');
    expect(shareLabel({ offered: 0, played: 0 })).toBe('Not open');
  });

  it('breaks occupancy down by weekday and court', () => {
    const weekdays = use.weekdays.map((day) =>
      day.weekday === 'monday' ? { ...day, offered: 6, played: 2 } : day,
    );
    expect(shareByWeekday({ ...use, weekdays })[0]).toMatchObject({
      label: 'Mon',
      words: '2 of 6 hours, 33.3%',
    });
    expect(shareByWeekday({ ...use, weekdays })[1]).toMatchObject({
      label: 'Tue',
      value: 0,
      words: 'Not open',
    });
    const courts = [{ courtId: 'c1', name: 'Camelback Clay', offered: 6, played: 3 }];
    expect(shareByCourt({ ...use, courts })).toMatchObject([
      { label: 'Camelback Clay', value: 50 },
    ]);
  });

  it('breaks occupancy down by month', () =>
    expect(shareByMonth([{ ...monthLike(), use: { offered: 8, played: 2 } }])).toMatchObject([
      { label: 'Mar', name: 'March 2027', value: 25, words: '2 of 8 hours, 25.0%' },
    ]));
});

describe('time labels', () => {
  it('format a duration in its two largest units', () =>
    expect([0, 45, 60, 65, 1_439, 1_440, 1_445, 1_560].map(durationLabel)).toEqual([
      ...['0 min', '45 min', '1 h', '1 h 5 min', '23 h 59 min'],
      ...['1 d', '1 d', '1 d 2 h'],
    ]));

  it('name the hours of a day', () =>
    expect([0, 1, 11, 12, 13, 23, 24].map(hourLabel)).toEqual([
      ...['Midnight', '1 AM', '11 AM', 'Noon', '1 PM', '11 PM', 'Midnight'],
    ]));

  it('include no hours when nothing was booked', () =>
    expect(hourRows(analyticsLike([]).hours)).toEqual([]));
});
