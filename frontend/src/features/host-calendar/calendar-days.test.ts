import { describe, expect, it } from '@jest/globals';
import { orderedDays, daysInView, mondayBefore, periodLabel, stepCalendar } from './calendar-days';

describe('the host calendar', () => {
  it('starts a week on Monday', () => {
    expect(mondayBefore('2027-03-14')).toBe('2027-03-08');
    expect(daysInView('week', '2027-03-13')).toEqual([
      '2027-03-08',
      '2027-03-09',
      '2027-03-10',
      '2027-03-11',
      '2027-03-12',
      '2027-03-13',
      '2027-03-14',
    ]);
  });

  it('shows a month as up to six whole weeks', () => {
    const march = daysInView('month', '2027-03-13');
    expect([march[0], march.at(-1), march.length]).toEqual(['2027-03-01', '2027-04-04', 35]);
    const may = daysInView('month', '2027-05-31');
    expect([may[0], may.at(-1), may.length]).toEqual(['2027-04-26', '2027-06-06', 42]);
  });

  it('moves by a week or a month, even from the 31st', () => {
    expect(stepCalendar('week', '2027-03-13', 1)).toBe('2027-03-15');
    expect(stepCalendar('week', '2027-03-13', -1)).toBe('2027-03-01');
    expect(stepCalendar('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(stepCalendar('month', '2027-01-31', -1)).toBe('2026-12-01');
  });

  it('names a week and a month', () => {
    expect(periodLabel('week', '2027-03-13').replace(/\s/g, ' ')).toBe('Mar 8 – 14, 2027');
    expect(periodLabel('month', '2027-03-13')).toBe('March 2027');
  });

  it('orders two days regardless of which was chosen first', () =>
    expect(orderedDays('2027-03-14', '2027-03-12')).toEqual(['2027-03-12', '2027-03-14']));
});
