import { describe, expect, it } from '@jest/globals';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { completed } from '../testing/court-day.js';
import { fold, inStream } from '../testing/projection.js';
import { sumOfUse, useOf } from './court-use.js';
import { courtUse } from './court-use.projection.js';

const NOW = '2027-04-20T19:00:00.000Z';
const onMondays = WeeklyHours.parse({
  ...Object.fromEntries(weekdays.map((day) => [day, []])),
  monday: [{ from: '07:00', to: '09:00' }],
});
const court = { zone: 'America/Phoenix', weeklyHours: onMondays, listedAt: '2027-03-01T12:00:00.000Z' };

describe('the hours of a court that were played', () => {
  const after = (...events: ReturnType<typeof completed>[]) =>
    fold(courtUse, ...inStream('courtDay-roxbury', ...events));

  it('stand under the month of the court, each as its local day and hour, once', () => {
    const lateInMarch = { bookingId: 'booking-2', startTime: '2027-04-01T05:00:00.000Z' };
    expect(after(completed(), completed(lateInMarch), completed(lateInMarch))).toEqual(
      new Map([
        [
          'roxbury_2027-03',
          { courtId: 'roxbury', hostId: 'hana', month: '2027-03', played: ['2027-03-13 10', '2027-03-31 22'] },
        ],
      ]),
    );
  });

  it('are seen by its host alone', () =>
    expect(courtUse.audience!([...after(completed()).values()][0]!)).toEqual(['hana']));
});

describe('the use of a court', () => {
  it('is what was played of the hours that it offered until yesterday', () => {
    // Mondays of April before the 20th: 5, 12, 19.
    const played = ['2027-04-05 7', '2027-04-12 8', '2027-04-12 9', '2027-04-20 7', '2027-03-29 7', '2027-04-06 7'];
    const use = useOf(court, played, '2027-04', NOW);
    expect(use[0]).toEqual({ offered: 6, played: 2 });
    expect(sumOfUse(use)).toEqual({ offered: 6, played: 2 });
  });

  it('begins on the day after it was listed', () => {
    const listed = (listedAt: string) => sumOfUse(useOf({ ...court, listedAt }, ['2027-04-12 7'], '2027-04', NOW));
    expect(listed('2027-04-12T12:00:00.000Z')).toEqual({ offered: 2, played: 0 });
    expect(listed(NOW)).toEqual({ offered: 0, played: 0 });
  });

  it.each(weekdays.map((day, index) => [day, index] as const))('counts every %s of a period', (day, index) => {
    const open = { ...onMondays, monday: [], [day]: [{ from: '07:00', to: '08:00' }] };
    for (let date = 1; date <= 20; date++) {
      const now = `2027-04-${String(date).padStart(2, '0')}T19:00:00.000Z`;
      const days = Array.from({ length: date - 1 }, (_, before) => new Date(Date.UTC(2027, 3, before + 1)));
      const expected = days.filter((one) => (one.getUTCDay() + 6) % 7 === index).length;
      expect(sumOfUse(useOf({ ...court, weeklyHours: open }, [], '2027-04', now)).offered).toBe(expected);
    }
  });
});
