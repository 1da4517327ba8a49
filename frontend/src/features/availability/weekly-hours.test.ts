import { describe, expect, it } from '@jest/globals';
import { WeeklyHours } from '@courtly/contracts/opening-hours';
import { weekdays } from '../../lib/weekdays';
import {
  type HourRange,
  copyHours,
  hasRangeErrors,
  hourLabel,
  findRangeErrors,
  suggestRange,
  sortWeek,
  isSameHours,
} from './weekly-hours';

const week = (monday: HourRange[]): WeeklyHours => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as WeeklyHours),
  monday,
});
const range = (from: string, to: string): HourRange => ({ from: `${from}:00`, to: `${to}:00` });

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
    expect(findRangeErrors([range('09', '09')])).toEqual([
      'The end time must be after the start time',
    ]);
    expect(findRangeErrors([range('07', '12'), range('11', '15')])).toEqual([
      undefined,
      'These hours overlap other hours of the day',
    ]);
    expect(findRangeErrors([range('12', '15'), range('07', '12')])).toEqual([undefined, undefined]);
  });

  it('accept exactly what the contract accepts', () => {
    const times = ['00', '07', '12', '18', '24'];
    const ranges = times.flatMap((from) => times.map((to) => range(from, to)));
    for (const first of ranges)
      for (const second of ranges) {
        const hours = week([first, second]);
        expect([hours.monday, !hasRangeErrors(hours)]).toEqual([
          hours.monday,
          WeeklyHours.safeParse(sortWeek(hours)).success,
        ]);
      }
  });

  it('suggest a further range that fits', () => {
    expect(suggestRange([])).toEqual(range('07', '21'));
    expect(suggestRange([range('07', '12')])).toEqual(range('13', '17'));
    expect(suggestRange([range('07', '22')])).toEqual(range('23', '24'));
    expect(suggestRange([range('12', '24')])).toEqual(range('00', '04'));
    expect(suggestRange([range('02', '24')])).toEqual(range('00', '02'));
    expect(suggestRange([range('00', '24')])).toBeNull();
    expect(suggestRange(Array.from({ length: 6 }, () => range('07', '08')))).toBeNull();
  });

  it('copy to other days and compare in any order', () => {
    const hours = copyHours(week([range('07', '12')]), 'monday', ['tuesday', 'sunday']);
    expect([hours.tuesday, hours.wednesday, hours.sunday]).toEqual([
      [range('07', '12')],
      [],
      [range('07', '12')],
    ]);
    expect(
      isSameHours([range('13', '15'), range('07', '12')], [range('07', '12'), range('13', '15')]),
    ).toBe(true);
    expect(isSameHours([range('07', '12')], [range('07', '13')])).toBe(false);
  });
});
