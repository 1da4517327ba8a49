import { expect, it } from '@jest/globals';
import { timeLeftLabel } from './time-left-label';

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
