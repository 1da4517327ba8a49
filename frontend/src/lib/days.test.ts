import { describe, expect, it } from '@jest/globals';
import { addDays, dateFromDay, dayFromDate, dayLabel, isCalendarDay } from './days';

describe('calendar days', () => {
  it('convert to dates and back', () => {
    for (const day of ['2027-03-13', '2027-03-14', '2027-11-07', '2028-02-29'])
      expect(dayFromDate(dateFromDay(day))).toBe(day);
  });

  it('can be added across months, years, and daylight saving time changes', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
    expect(addDays('2027-03-14', 1)).toBe('2027-03-15');
    expect(addDays('2027-11-07', 1)).toBe('2027-11-08');
  });

  it('are distinguished from invalid text', () => {
    expect(['2027-03-13', '2027-02-30', '2027-13-01', '13.3.2027', ''].map(isCalendarDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('include the weekday in the label', () =>
    expect(dayLabel('2027-03-13')).toBe('Saturday, Mar 13'));
});
