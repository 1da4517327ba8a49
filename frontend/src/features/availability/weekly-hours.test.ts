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

const weekWithMonday = (monday: HourRange[]): WeeklyHours => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as WeeklyHours),
  monday,
});
const hourRange = (from: string, to: string): HourRange => ({ from: `${from}:00`, to: `${to}:00` });

describe('weekly hours', () => {
  it('are formatted as 12-hour times', () => {
    expect(['00:00', '07:00', '12:00', '21:00', '24:00'].map(hourLabel)).toEqual([
      'Midnight',
      '7:00 AM',
      '12:00 PM',
      '9:00 PM',
      'Midnight',
    ]);
  });

  it('reject empty and overlapping ranges', () => {
    expect(findRangeErrors([hourRange('09', '09')])).toEqual([
      'The end time must be after the start time',
    ]);
    expect(findRangeErrors([hourRange('07', '12'), hourRange('11', '15')])).toEqual([
      undefined,
      'These hours overlap other hours of the day',
    ]);
    expect(findRangeErrors([hourRange('12', '15'), hourRange('07', '12')])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('accept exactly what the contract accepts', () => {
    const sampleTimes = ['00', '07', '12', '18', '24'];
    const ranges = sampleTimes.flatMap((from) => sampleTimes.map((to) => hourRange(from, to)));
    for (const firstRange of ranges)
      for (const secondRange of ranges) {
        const hours = weekWithMonday([firstRange, secondRange]);
        expect([hours.monday, !hasRangeErrors(hours)]).toEqual([
          hours.monday,
          WeeklyHours.safeParse(sortWeek(hours)).success,
        ]);
      }
  });

  it('suggest another range that fits', () => {
    expect(suggestRange([])).toEqual(hourRange('07', '21'));
    expect(suggestRange([hourRange('07', '12')])).toEqual(hourRange('13', '17'));
    expect(suggestRange([hourRange('07', '22')])).toEqual(hourRange('23', '24'));
    expect(suggestRange([hourRange('12', '24')])).toEqual(hourRange('00', '04'));
    expect(suggestRange([hourRange('02', '24')])).toEqual(hourRange('00', '02'));
    expect(suggestRange([hourRange('00', '24')])).toBeNull();
    expect(suggestRange(Array.from({ length: 6 }, () => hourRange('07', '08')))).toBeNull();
  });

  it('are copied to other days and compared in any order', () => {
    const hours = copyHours(weekWithMonday([hourRange('07', '12')]), 'monday', [
      'tuesday',
      'sunday',
    ]);
    expect([hours.tuesday, hours.wednesday, hours.sunday]).toEqual([
      [hourRange('07', '12')],
      [],
      [hourRange('07', '12')],
    ]);
    expect(
      isSameHours(
        [hourRange('13', '15'), hourRange('07', '12')],
        [hourRange('07', '12'), hourRange('13', '15')],
      ),
    ).toBe(true);
    expect(isSameHours([hourRange('07', '12')], [hourRange('07', '13')])).toBe(false);
  });
});
