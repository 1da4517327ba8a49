import { describe, expect, it } from '@jest/globals';
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

const STREAM = 'courtDay-roxbury_2027-03-13';
const NEXT_STREAM = 'courtDay-roxbury_2027-03-14';
/** One minute before a booking is requested. */
const AT = '2027-03-10T11:59:00.000Z';

const recorded = (event: CourtDayEvent, stream = STREAM, at = AT) =>
  ({ ...event, stream, metadata: { at } }) as unknown as RecordedEvent;

const problemsIn = (...events: RecordedEvent[]): readonly string[] =>
  events.flatMap(closureChecker(openSpill()));
const problemsOf = (...events: CourtDayEvent[]): readonly string[] =>
  problemsIn(...events.map((event) => recorded(event)));

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
    'in hours that stayed closed',
    [hoursClosed('17:00', '20:00'), hoursReopened('17:00', '18:30'), bookingRequested()],
    'booking-1 is for a closed hour',
  ],
  [
    'live in hours that are closed later',
    [bookingRequested(), hoursClosed('17:00', '20:00')],
    'is live although its hour is closed',
  ],
])('reports a booking %s', (_, events, text) =>
  expect(problemsOf(...events)).toEqual([expect.stringContaining(text)]),
);

it('ignores other courts', () => {
  const { data } = hoursClosed('17:00', '20:00');
  const elsewhere = { type: 'HoursClosed', data: { ...data, courtId: 'seville' } } as const;
  const booked = bookingRequested(hourRange('18:00', '19:00'));
  expect(problemsIn(recorded(elsewhere, 'courtDay-seville_2027-03-13'), recorded(booked))).toEqual(
    [],
  );
});

describe('the court-day next to a booking', () => {
  const closedNextDoor = (at = AT) => recorded(hoursClosed('17:00', '20:00'), NEXT_STREAM, at);

  it('must not have closed its hour before the request', () =>
    expect(problemsIn(closedNextDoor(), recorded(bookingRequested()))).toEqual([
      `booking booking-1 is for an hour that is closed in ${NEXT_STREAM}`,
    ]));

  it('may close its hour at the time of the request', () =>
    expect(
      problemsIn(closedNextDoor('2027-03-10T11:59:01.000Z'), recorded(bookingRequested())),
    ).toEqual([]));

  it('may have reopened its hour', () =>
    expect(
      problemsIn(
        closedNextDoor(),
        recorded(hoursReopened('18:00', '19:00'), NEXT_STREAM),
        recorded(bookingRequested()),
      ),
    ).toEqual([]));

  it('keeps the hour closed if only the other court-day reopens it', () =>
    expect(
      problemsIn(
        closedNextDoor(),
        recorded(hoursClosed('17:00', '20:00')),
        recorded(hoursReopened('17:00', '20:00')),
        recorded(bookingRequested()),
      ),
    ).toHaveLength(1));

  it('must not close its hour without canceling the booking', () =>
    expect(
      problemsIn(recorded(bookingRequested()), closedNextDoor(), recorded(bookingCompleted())),
    ).toEqual([`booking booking-1 is completed, but its hour was closed in ${NEXT_STREAM}`]));

  it.each<[string, RecordedEvent[]]>([
    ['and cancels it', [closedNextDoor(), recorded(bookingCancelled())]],
    [
      'at the time of the request',
      [closedNextDoor('2027-03-10T12:00:59.000Z'), recorded(bookingCompleted())],
    ],
    ['after its end', [closedNextDoor('2027-03-13T19:00:00.000Z'), recorded(bookingCompleted())]],
  ])('may close its hour %s', (_, events) =>
    expect(problemsIn(recorded(bookingRequested()), ...events)).toEqual([]),
  );

  it('may have closed the hour before or after, even across midnight UTC', () => {
    const lateClosure = {
      type: 'HoursClosed',
      data: {
        ...hoursClosed('19:00', '20:00').data,
        endTime: '2027-03-14T04:00:00.000Z',
      },
    } as const;
    const [first, second] = ['2027-03-14T03:00:00.000Z', '2027-03-14T04:00:00.000Z'].map(
      (startTime) =>
        recorded(
          bookingRequested({
            bookingId: startTime,
            startTime,
            endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(),
          }),
          NEXT_STREAM,
        ),
    ) as [RecordedEvent, RecordedEvent];
    const closed = recorded(lateClosure);
    expect(problemsIn(closed, recorded(bookingRequested()), second)).toEqual([]);
    expect(problemsIn(closed, first)).toHaveLength(1);
  });
});

it('finds nothing in any sequence of commands on a court-day', () =>
  fc.assert(
    fc.property(courtDayHistories, (events) => expect(problemsOf(...events)).toEqual([])),
    { numRuns: 100 },
  ));
