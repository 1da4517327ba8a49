import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { courtDayHistories } from '../../testing/court-day-histories.js';
import {
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  hourRange,
  hoursReopened,
  bookingRequested,
} from '../../testing/court-day.js';
import { closureChecker } from './closure-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const problemsOf = (...events: CourtDayEvent[]): string[] => {
  const check = closureChecker(openSpill());
  return events.flatMap((event) =>
    check({ ...event, stream: 'courtDay-roxbury_2027-03-13' } as unknown as RecordedEvent),
  );
};

it.each<[string, CourtDayEvent[]]>([
  [
    'next to closed hours',
    [hoursClosed('17:00', '18:00'), bookingRequested(), hoursClosed('19:00', '20:00')],
  ],
  [
    'in hours that are open again',
    [hoursClosed('17:00', '20:00'), hoursReopened('18:00', '19:00'), bookingRequested()],
  ],
  [
    'canceled before its hour is closed',
    [bookingRequested(), bookingCancelled(), hoursClosed('18:00', '19:00')],
  ],
  [
    'completed before its hour is closed',
    [bookingRequested(), bookingCompleted(), hoursClosed('18:00', '19:00')],
  ],
])('accepts a booking %s', (_, events) => expect(problemsOf(...events)).toEqual([]));

it.each<[string, CourtDayEvent[], string]>([
  [
    'in closed hours',
    [hoursClosed('17:00', '20:00'), bookingRequested()],
    'booking-1 is for a closed hour',
  ],
  [
    'partly in closed hours',
    [hoursClosed('18:59', '20:00'), bookingRequested()],
    'booking-1 is for a closed hour',
  ],
  [
    'in what stayed closed',
    [hoursClosed('17:00', '20:00'), hoursReopened('17:00', '18:30'), bookingRequested()],
    'booking-1 is for a closed hour',
  ],
  [
    'live in hours that are closed later',
    [bookingRequested(), hoursClosed('17:00', '20:00')],
    'is live while its hour is closed',
  ],
])('reports a booking %s', (_, events, text) =>
  expect(problemsOf(...events)).toEqual([expect.stringContaining(text)]),
);

it('finds nothing in other court-days', () => {
  const check = closureChecker(openSpill());
  check({
    ...hoursClosed('17:00', '20:00'),
    stream: 'courtDay-seville_2027-03-13',
  } as unknown as RecordedEvent);
  const booked = bookingRequested(hourRange('18:00', '19:00'));
  expect(
    check({ ...booked, stream: 'courtDay-roxbury_2027-03-13' } as unknown as RecordedEvent),
  ).toEqual([]);
});

it('finds nothing in any sequence of commands on a court-day', () =>
  fc.assert(
    fc.property(courtDayHistories, (events) => expect(problemsOf(...events)).toEqual([])),
    { numRuns: 100 },
  ));
