import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { courtDayHistories } from '../../testing/court-day-histories.js';
import {
  cancelled,
  closed,
  completed,
  hours,
  reopened,
  requested,
} from '../../testing/court-day.js';
import { closureChecker } from './closure-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const found = (...events: CourtDayEvent[]): string[] => {
  const check = closureChecker(openSpill());
  return events.flatMap((event) =>
    check({ ...event, stream: 'courtDay-roxbury_2027-03-13' } as unknown as RecordedEvent),
  );
};

it.each<[string, CourtDayEvent[]]>([
  ['next to closed hours', [closed('17:00', '18:00'), requested(), closed('19:00', '20:00')]],
  [
    'in hours that are open again',
    [closed('17:00', '20:00'), reopened('18:00', '19:00'), requested()],
  ],
  ['cancelled before its hour is closed', [requested(), cancelled(), closed('18:00', '19:00')]],
  ['completed before its hour is closed', [requested(), completed(), closed('18:00', '19:00')]],
])('accepts a booking %s', (_, events) => expect(found(...events)).toEqual([]));

it.each<[string, CourtDayEvent[], string]>([
  ['in closed hours', [closed('17:00', '20:00'), requested()], 'booking-1 is for a closed hour'],
  [
    'partly in closed hours',
    [closed('18:59', '20:00'), requested()],
    'booking-1 is for a closed hour',
  ],
  [
    'in what stayed closed',
    [closed('17:00', '20:00'), reopened('17:00', '18:30'), requested()],
    'booking-1 is for a closed hour',
  ],
  [
    'live in hours that are closed later',
    [requested(), closed('17:00', '20:00')],
    'is live while its hour is closed',
  ],
])('reports a booking %s', (_, events, text) =>
  expect(found(...events)).toEqual([expect.stringContaining(text)]),
);

it('finds nothing in other court-days', () => {
  const check = closureChecker(openSpill());
  check({
    ...closed('17:00', '20:00'),
    stream: 'courtDay-seville_2027-03-13',
  } as unknown as RecordedEvent);
  const booked = requested(hours('18:00', '19:00'));
  expect(
    check({ ...booked, stream: 'courtDay-roxbury_2027-03-13' } as unknown as RecordedEvent),
  ).toEqual([]);
});

it('finds nothing in any sequence of commands on a court-day', () =>
  fc.assert(
    fc.property(courtDayHistories, (events) => expect(found(...events)).toEqual([])),
    { numRuns: 100 },
  ));
