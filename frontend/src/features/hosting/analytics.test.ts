import { describe, expect, it } from '@jest/globals';
import { analyticsLike, monthLike } from '../../testing/earnings';
import { bookingsPerMonth, earningsPerMonth, shareByCourt, shareByWeekday, shareLabel } from './analytics';
import { monthLabel } from '../../lib/months';

const months = [monthLike({ bookings: 1, earned: '197.90' }), monthLike({ month: '2027-04' })];

describe('the figures of each month', () => {
  it('are named as people say it', () => expect(monthLabel('2026-12')).toBe('December 2026'));

  it('count bookings', () =>
    expect(bookingsPerMonth(months).map(({ label, name, value, words }) => [label, name, value, words])).toEqual([
      ['Mar', 'March 2027', 1, '1 booking'],
      ['Apr', 'April 2027', 0, '0 bookings'],
    ]));

  it('show payouts to the cent', () =>
    expect(earningsPerMonth(months).map(({ value, words }) => [value, words])).toEqual([
      [197.9, '$197.90'],
      [0, '$0.00'],
    ]));
});

describe('the use of courts', () => {
  const { use } = analyticsLike([]);

  it('is a share of the hours that were offered', () => {
    expect(shareLabel({ offered: 6, played: 2 })).toBe('2 of 6 hours, 33.3%');
    expect(shareLabel({ offered: 0, played: 0 })).toBe('Not open');
  });

  it('stands for each weekday and each court', () => {
    const weekdays = use.weekdays.map((day) => (day.weekday === 'monday' ? { ...day, offered: 6, played: 2 } : day));
    expect(shareByWeekday({ ...use, weekdays })[0]).toMatchObject({ label: 'Mon', words: '2 of 6 hours, 33.3%' });
    expect(shareByWeekday({ ...use, weekdays })[1]).toMatchObject({ label: 'Tue', value: 0, words: 'Not open' });
    const courts = [{ courtId: 'c1', name: 'Camelback Clay', offered: 6, played: 3 }];
    expect(shareByCourt({ ...use, courts })).toMatchObject([{ label: 'Camelback Clay', value: 50 }]);
  });
});
