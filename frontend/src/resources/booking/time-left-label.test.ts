import { expect, it } from '@jest/globals';
import { startsInLabel, timeLeftLabel } from './time-left-label';

const now = '2027-03-13T10:00:00.000Z';

it.each([
  ['2027-03-13T10:00:59.000Z', 'No time left'],
  ['2027-03-13T10:01:00.000Z', '1 minute left'],
  ['2027-03-13T10:59:59.000Z', '59 minutes left'],
  ['2027-03-13T11:00:00.000Z', '1 hour left'],
  ['2027-03-15T09:59:00.000Z', '47 hours left'],
  ['2027-03-15T10:00:00.000Z', '2 days left'],
  ['2027-03-12T10:00:00.000Z', 'No time left'],
])('shows the time until %s as: %s', (until, label) =>
  expect(timeLeftLabel(until, now)).toBe(label),
);

it.each([
  ['2027-03-13T09:30:00.000Z', 'Playing now'],
  ['2027-03-13T10:00:30.000Z', 'Starts now'],
  ['2027-03-13T10:59:59.000Z', 'Starts in 59 minutes'],
  ['2027-03-13T13:05:00.000Z', 'Starts in 3 hours 5 minutes'],
  ['2027-03-13T13:00:00.000Z', 'Starts in 3 hours'],
  ['2027-03-16T10:00:00.000Z', 'Starts in 3 days'],
])('shows the time until the start at %s as: %s', (startTime, label) =>
  expect(startsInLabel(startTime, now)).toBe(label),
);
