import { describe, expect, it } from '@jest/globals';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import { addDays } from '../../platform/kernel/local-time.js';
import { courtFields } from '../../../testing/court.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type OfferEvent, courtOffers } from './court-offers.projection.js';

const courtIds = { courtId: 'roxbury', hostId: 'hana' };
const hours = (from: string, to: string): WeeklyHours =>
  WeeklyHours.parse(Object.fromEntries(weekdays.map((weekday) => [weekday, [{ from, to }]])));
const bookingRules = { leadMinutes: null, horizonDays: null, instantBook: false };
const at = (day: string, time = '20:00') => `${day}T${time}:00.000Z`;

const open = (day: string, time?: string) =>
  ({ type: 'CourtActivated', data: { ...courtIds, at: at(day, time) } }) as const;
const shut = (day: string) =>
  ({ type: 'CourtDeactivated', data: { ...courtIds, at: at(day) } }) as const;
const schedule = (day: string, weeklyHours: WeeklyHours) =>
  ({
    type: 'CourtScheduleChanged',
    data: { ...courtIds, weeklyHours, bookingRules, changedAt: at(day) },
  }) as const;
const byAdmin = (type: 'CourtHidden' | 'CourtUnhidden', day: string) =>
  ({
    type,
    data: { ...courtIds, zone: 'America/Los_Angeles', reason: 'A broken fence.', at: at(day) },
  }) as const;

const offersAfter = (...events: OfferEvent[]) =>
  fold(courtOffers, ...inStream('court-roxbury', ...events)).get('roxbury')?.offers;

const morning = hours('07:00', '12:00');
const isListed: OfferEvent = {
  type: 'CourtListed',
  data: courtFields({ listedAt: at('2027-03-01'), weeklyHours: morning }),
};

describe('the offer history of a court', () => {
  it('starts on the day after the court is listed and shown', () =>
    expect(offersAfter(isListed, open('2027-03-01'))).toEqual([
      { from: '2027-03-02', weeklyHours: morning, isShown: true },
    ]));

  it('offers nothing while the court is not shown', () =>
    expect(offersAfter(isListed)).toEqual([
      { from: '2027-03-02', weeklyHours: morning, isShown: false },
    ]));

  it('applies the last change made on a day on the next day', () => {
    const evening = hours('17:00', '21:00');
    expect(
      offersAfter(
        isListed,
        open('2027-03-01'),
        schedule('2027-03-05', hours('08:00', '09:00')),
        schedule('2027-03-05', evening),
      ),
    ).toEqual([
      { from: '2027-03-02', weeklyHours: morning, isShown: true },
      { from: '2027-03-06', weeklyHours: evening, isShown: true },
    ]);
  });

  it('uses the local calendar of the court', () =>
    // In Los Angeles, it is still March 1.
    expect(offersAfter(isListed, open('2027-03-02', '07:59'))?.map(({ from }) => from)).toEqual([
      '2027-03-02',
    ]));

  it('offers nothing while the host deactivates or an admin hides the court', () =>
    expect(
      offersAfter(
        isListed,
        open('2027-03-01'),
        shut('2027-03-03'),
        byAdmin('CourtHidden', '2027-03-04'),
        open('2027-03-05'),
        byAdmin('CourtUnhidden', '2027-03-06'),
      )?.map(({ from, isShown }) => [from, isShown]),
    ).toEqual([
      ['2027-03-02', true],
      ['2027-03-04', false],
      ['2027-03-05', false],
      ['2027-03-06', false],
      ['2027-03-07', true],
    ]));

  it('keeps offers for the range of the figures, including the one valid at its start', () => {
    const daily = Array.from({ length: 900 }, (_, day) =>
      schedule(addDays('2027-03-02', day), hours('07:00', day % 2 ? '12:00' : '13:00')),
    );
    const offers = offersAfter(isListed, ...daily)!;
    expect(offers).toHaveLength(801);
    expect([offers[0]!.from, offers.at(-1)!.from]).toEqual([
      addDays('2027-03-03', 99),
      addDays('2027-03-03', 899),
    ]);
    const seldom = offersAfter(isListed, schedule('2031-03-01', hours('07:00', '08:00')))!;
    expect(seldom.map(({ from }) => from)).toEqual(['2027-03-02', '2031-03-02']);
  });
});
