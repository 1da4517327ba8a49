import { describe, expect, it } from '@jest/globals';
import { WeeklyHours } from '@courtly/contracts/opening-hours';
import { weekdays } from '../../lib/weekdays';
import {
  type Range,
  copied,
  hasMistakes,
  hourLabel,
  mistakesOf,
  nextRange,
  ordered,
  sameHours,
} from './weekly-hours';

const week = (monday: Range[]): WeeklyHours => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as WeeklyHours),
  monday,
});
const range = (from: string, to: string): Range => ({ from: `${from}:00`, to: `${to}:00` });

describe('weekly hours', () => {
  it('format as 12-hour times', () => {
    expect(['00:00', '07:00', '12:00', '21:00', '24:00'].map(hourLabel)).toEqual([
      'Midnight',
      '7:00 AM',
      '12:00 PM',
      '9:00 PM',
      'Midnight',
    ]);
  });

  it('reject empty and overlapping ranges', () => {
    expect(mistakesOf([range('09', '09')])).toEqual(['The end time must be after the start time']);
    expect(mistakesOf([range('07', '12'), range('11', '15')])).toEqual([
      undefined,
      'These hours overlap other hours of the day',
    ]);
    expect(mistakesOf([range('12', '15'), range('07', '12')])).toEqual([undefined, undefined]);
  });

  it('accept exactly what the contract accepts', () => {
    const times = ['00', '07', '12', '18', '24'];
    const ranges = times.flatMap((from) => times.map((to) => range(from, to)));
    for (const first of ranges)
      for (const second of ranges) {
        const hours = week([first, second]);
        expect([hours.monday, !hasMistakes(hours)]).toEqual([
          hours.monday,
          WeeklyHours.safeParse(ordered(hours)).success,
        ]);
      }
  });

  it('suggest a further range that fits', () => {
    expect(nextRange([])).toEqual(range('07', '21'));
    expect(nextRange([range('07', '12')])).toEqual(range('13', '17'));
    expect(nextRange([range('07', '22')])).toEqual(range('23', '24'));
    expect(nextRange([range('12', '24')])).toEqual(range('00', '04'));
    expect(nextRange([range('02', '24')])).toEqual(range('00', '02'));
    expect(nextRange([range('00', '24')])).toBeNull();
    expect(nextRange(Array.from({ length: 6 }, () => range('07', '08')))).toBeNull();
  });

  it('copy to other days and compare in any order', () => {
    const hours = copied(week([range('07', '12')]), 'monday', ['tuesday', 'sunday']);
    expect([hours.tuesday, hours.wednesday, hours.sunday]).toEqual([
      [range('07', '12')],
      [],
      [range('07', '12')],
    ]);
    expect(
      sameHours([range('13', '15'), range('07', '12')], [range('07', '12'), range('13', '15')]),
    ).toBe(true);
    expect(sameHours([range('07', '12')], [range('07', '13')])).toBe(false);
  });
});
