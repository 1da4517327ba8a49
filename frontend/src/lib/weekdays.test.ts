import { expect, it } from '@jest/globals';
import { weekdays as contractDays } from '@courtly/contracts/opening-hours';
import { weekdayOf, weekdayLabel, weekdays } from './weekdays';

it('matches the weekdays of the contract and finds the weekday of a day', () => {
  expect(weekdays).toEqual(contractDays);
  expect(weekdayOf('2027-03-14')).toBe('sunday');
  expect(weekdayOf('2027-03-15')).toBe('monday');
  expect(weekdayLabel('monday')).toBe('Monday');
});
