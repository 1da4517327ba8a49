import { describe, expect, it } from '@jest/globals';
import { zeroAmounts } from './earnings.projection.js';
import {
  earningsView,
  latestMonth,
  monthlyEarningsView,
  monthsUpTo,
  sumAmounts,
} from './figures.js';

const of = (month: string, earnedCents: number) => ({
  hostId: 'hana',
  month,
  ...zeroAmounts,
  bookings: 1,
  earnedCents,
});

describe('host figures', () => {
  it('add up cents and show dollars', () => {
    const months = [of('2027-03', 9_895), of('2027-04', 9_895)];
    expect(earningsView(sumAmounts(months))).toMatchObject({
      bookings: 2,
      earned: '197.90',
      expected: '0.00',
    });
    expect(monthlyEarningsView(months, '2027-04')).toMatchObject({
      month: '2027-04',
      earned: '98.95',
    });
    expect(monthlyEarningsView(months, '2027-05')).toEqual({
      month: '2027-05',
      ...earningsView(zeroAmounts),
    });
  });

  it("count the host's share of late cancellations as earned", () =>
    expect(earningsView({ ...zeroAmounts, earnedCents: 29_700, lateCents: 14_850 })).toMatchObject({
      earned: '445.50',
      lateFees: '148.50',
    }));

  it('end with the current month in the time zone that is furthest ahead', () => {
    const now = '2027-04-01T05:00:00.000Z';
    expect(latestMonth(['America/Phoenix'], now)).toBe('2027-03');
    expect(latestMonth(['America/Phoenix', 'America/New_York'], now)).toBe('2027-04');
    expect(latestMonth([], now)).toBe('2027-04');
  });

  it('list months across a change of year', () =>
    expect(monthsUpTo('2027-02', 3)).toEqual(['2026-12', '2027-01', '2027-02']));
});
