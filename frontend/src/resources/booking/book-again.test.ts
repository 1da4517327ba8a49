import { expect, it } from '@jest/globals';
import { buildBooking } from '../../testing/booking';
import { bookAgainPath } from './book-again';

const hour = (startTime: string, zone = 'America/Phoenix') =>
  buildBooking({ startTime, zone, zoneOffsets: [] });

it.each([
  ['a day later', '2027-03-14T18:00:00.000Z', '2027-03-20'],
  ['on the same weekday', '2027-03-20T18:00:00.000Z', '2027-03-27'],
  ['weeks later', '2027-05-05T18:00:00.000Z', '2027-05-08'],
  ['before the canceled hour', '2027-03-01T18:00:00.000Z', '2027-03-20'],
])('Book Again %s offers the next day of the weekday and the hour', (_, now, day) =>
  expect(bookAgainPath(hour('2027-03-13T17:00:00.000Z'), now)).toBe(
    `/courts/c1?date=${day}&slot=${day}T17%3A00%3A00.000Z`,
  ),
);

it('Book Again selects no hour if the clock changes in between', () =>
  expect(
    bookAgainPath(hour('2027-03-13T17:00:00.000Z', 'America/New_York'), '2027-03-13T20:00:00.000Z'),
  ).toBe('/courts/c1?date=2027-03-20'));
