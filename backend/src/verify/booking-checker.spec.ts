import { describe, expect, it } from '@jest/globals';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import {
  APPROVED_AT,
  bookingApproved,
  instantAt,
  bookingCancelled,
  bookingCompleted,
  bookingMoved,
  bookingRequested,
} from '../../testing/court-day.js';
import { bookingChecker } from './booking-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const STREAM = 'courtDay-roxbury_2027-03-13';
const listed = (standardOffsetMinutes: number | null) => ({
  type: 'CourtListed',
  data: { courtId: 'roxbury', zone: 'America/Los_Angeles', standardOffsetMinutes },
});

type Placed = CourtDayEvent | { stream: string; event: CourtDayEvent };

/**
 * The problems that the checker finds in a history on a listed court. Events are in the stream of
 * their day unless they are explicitly placed elsewhere.
 */
const problemsOf = (...history: Placed[]): string[] => problemsOfCourt(listed(-480), history);

const problemsOfCourt = (listing: object, history: readonly Placed[]): string[] => {
  const { check } = bookingChecker(openSpill());
  check({ ...listing, stream: 'court-roxbury' } as unknown as RecordedEvent);
  return history.flatMap((placedEvent) => {
    const { stream, event } =
      'event' in placedEvent ? placedEvent : { stream: STREAM, event: placedEvent };
    return check({ ...event, stream } as unknown as RecordedEvent);
  });
};
const problem = (text: string) => [expect.stringContaining(text)];

describe('a valid booking', () => {
  it.each<[string, CourtDayEvent[]]>([
    ['requested', [bookingRequested()]],
    ['approved and completed', [bookingRequested(), bookingApproved(), bookingCompleted()]],
    [
      'moved and completed',
      [
        bookingRequested(),
        bookingApproved(),
        bookingMoved(),
        bookingCompleted({
          startTime: instantAt('21:00'),
          endTime: instantAt('22:00'),
          completedAt: instantAt('22:00'),
        }),
      ],
    ],
    ['canceled while pending', [bookingRequested(), bookingCancelled()]],
    [
      'canceled late',
      [
        bookingRequested(),
        bookingApproved(),
        bookingCancelled({
          approvedAt: APPROVED_AT,
          rule: 'late',
          refundCents: 16_500,
          hostCents: 14_850,
          platformCents: 1_650,
        }),
      ],
    ],
  ])('may be %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('a moved booking', () => {
  const moved = (changes: Parameters<typeof bookingMoved>[0]) =>
    problemsOf(bookingRequested(), bookingApproved(), bookingMoved(changes));

  it('must be confirmed', () =>
    expect(problemsOf(bookingRequested(), bookingMoved())).toEqual(
      problem('BookingMoved occurs while it is pending'),
    ));
  it('stays in its day', () => {
    const nextDay = { startTime: '2027-03-14T18:00:00.000Z', endTime: '2027-03-14T19:00:00.000Z' };
    expect(moved(nextDay)).toEqual([...problem('it belongs to'), ...problem('to another day')]);
  });
  it('moves from its hour, and before its end', () => {
    expect(moved({ previousStartTime: instantAt('17:00') })).toEqual(problem('it moves from'));
    expect(moved({ movedAt: instantAt('19:00') })).toEqual(problem('it moves after its end'));
  });
  it('keeps its price', () =>
    expect(moved({ totalCents: 1 })).toEqual(problem('its totalCents is 1, not 33000')));
});

describe('a booking', () => {
  it('is reported in the stream of another day', () =>
    expect(
      problemsOf({ stream: 'courtDay-roxbury_2027-03-14', event: bookingRequested() }),
    ).toEqual(problem(`it belongs to ${STREAM}`)));
  it('is reported in the stream of another court', () =>
    expect(
      problemsOf({ stream: 'courtDay-seville_2027-03-13', event: bookingRequested() }),
    ).toEqual(problem(`it belongs to ${STREAM}`)));
  it("belongs to the court's day in standard time, not the UTC day", () => {
    const evening = { startTime: '2027-03-14T03:00:00.000Z', endTime: '2027-03-14T04:00:00.000Z' };
    expect(problemsOf(bookingRequested(evening))).toEqual([]);
    expect(
      problemsOf({ stream: 'courtDay-roxbury_2027-03-14', event: bookingRequested(evening) }),
    ).toHaveLength(1);
  });
  it('stays in the day of the stored offset, regardless of current zone data', () => {
    const summerNight = {
      startTime: '2027-07-10T07:00:00.000Z',
      endTime: '2027-07-10T08:00:00.000Z',
    };
    const [day, nextDay] = ['2027-07-09', '2027-07-10'].map((date) => `courtDay-roxbury_${date}`);
    const event = bookingRequested(summerNight);
    expect(problemsOf({ stream: day!, event })).toEqual([]);
    expect(problemsOf({ stream: nextDay!, event })).toEqual(problem(`it belongs to ${day}`));
  });
  it('may be a day off if its court was listed while court-days were local dates', () => {
    const placedOn = (date: string) =>
      problemsOfCourt(listed(null), [
        { stream: `courtDay-roxbury_${date}`, event: bookingRequested() },
      ]);
    expect(['2027-03-12', '2027-03-13', '2027-03-14'].flatMap(placedOn)).toEqual([]);
    expect(placedOn('2027-03-15')).toEqual(problem(`it belongs to ${STREAM}`));
  });
  it('is reported if it crosses midnight at the court', () =>
    expect(
      problemsOf(
        bookingRequested({
          startTime: '2027-03-14T07:30:00.000Z',
          endTime: '2027-03-14T08:30:00.000Z',
        }),
      ),
    ).toEqual(problem('it crosses midnight')));
  it('is reported if it does not last an hour', () =>
    expect(problemsOf(bookingRequested({ endTime: instantAt('18:59') }))).toEqual(
      problem('it lasts 59 minutes'),
    ));
  it("is reported if its zone is not the court's", () =>
    expect(problemsOf(bookingRequested({ zone: 'America/Phoenix' }))).toEqual(
      problem("the court's zone is America/Los_Angeles"),
    ));
  it('is reported if its court is not listed', () =>
    expect(
      problemsOf({
        stream: 'courtDay-seville_2027-03-13',
        event: bookingRequested({ courtId: 'seville' }),
      }),
    ).toEqual(problem('court seville is not listed')));
  it('is reported if a later event is in another stream', () =>
    expect(
      problemsOf(bookingRequested(), {
        stream: 'courtDay-roxbury_2027-03-14',
        event: bookingApproved(),
      }),
    ).toEqual(problem(`it was requested in ${STREAM}`)));
});

describe('an event that contradicts its request', () => {
  it.each<[string, CourtDayEvent]>([
    ['another host', bookingApproved({ hostId: 'sam' })],
    ['another player', bookingCancelled({ playerId: 'quinn' })],
    ['another hour', bookingCompleted({ startTime: instantAt('17:00') })],
    ['another zone', bookingApproved({ zone: 'America/Phoenix' })],
    ['other amounts', bookingApproved({ payoutCents: 1 })],
    ['another policy', bookingApproved({ policyId: 'open-1' })],
  ])('is reported: %s', (_, event) => {
    const earlierEvents =
      event.type === 'BookingCompleted'
        ? [bookingRequested(), bookingApproved()]
        : [bookingRequested()];
    expect(problemsOf(...earlierEvents, event)).toEqual(problem('booking booking-1: its '));
  });
});

it('reports a host who books their own court', () =>
  expect(problemsOf(bookingRequested({ playerId: 'hana' }))).toEqual(
    problem('its player is the host'),
  ));

describe('amounts that do not add up', () => {
  it.each<[string, CourtDayEvent[], string]>([
    ['rate and fee', [bookingRequested({ totalCents: 33_001 })], 'do not add up to $330.01'],
    [
      'a negative fee',
      [bookingRequested({ feeCents: -1, totalCents: 29_999 })],
      'an amount is negative',
    ],
    ['a payout above the total', [bookingRequested({ payoutCents: 33_001 })], 'the payout $330.01'],
    [
      'a refund of a cent too much',
      [bookingRequested(), bookingCancelled({ refundCents: 33_001 })],
      'do not add up to $330.00',
    ],
    [
      'a negative part of a settlement',
      [bookingRequested(), bookingCancelled({ refundCents: 33_100, platformCents: -100 })],
      'negative',
    ],
  ])('are reported: %s', (_, history, text) =>
    expect(problemsOf(...history)).toEqual(problem(text)),
  );
});

describe('an impossible sequence of events', () => {
  it.each<[string, CourtDayEvent[], string]>([
    ['approved without a request', [bookingApproved()], 'it was never requested'],
    ['requested twice', [bookingRequested(), bookingRequested()], 'it is requested twice'],
    [
      'approved twice',
      [bookingRequested(), bookingApproved(), bookingApproved()],
      'BookingApproved occurs while it is confirmed',
    ],
    [
      'approved after a cancellation',
      [bookingRequested(), bookingCancelled(), bookingApproved()],
      'BookingApproved occurs while it is cancelled',
    ],
    [
      'canceled twice',
      [bookingRequested(), bookingCancelled(), bookingCancelled()],
      'BookingCancelled occurs while it is cancelled',
    ],
    [
      'canceled as if it had never been approved',
      [bookingRequested(), bookingApproved(), bookingCancelled()],
      'its cancellation omits the previous status confirmed',
    ],
    [
      'completed without approval',
      [bookingRequested(), bookingCompleted()],
      'BookingCompleted occurs while it is pending',
    ],
    [
      'completed before its end',
      [
        bookingRequested(),
        bookingApproved(),
        bookingCompleted({ completedAt: instantAt('18:59') }),
      ],
      'it is completed before its end',
    ],
  ])('is reported: %s', (_, history, text) =>
    expect(problemsOf(...history)).toEqual(problem(text)),
  );
});

it('counts bookings by status', () => {
  const { check, statuses } = bookingChecker(openSpill());
  const history = [
    bookingRequested(),
    bookingApproved(),
    bookingRequested({ bookingId: 'booking-2' }),
    bookingRequested({ bookingId: 'booking-3' }),
    bookingCancelled({ bookingId: 'booking-3' }),
  ];
  for (const event of history) check({ ...event, stream: STREAM } as unknown as RecordedEvent);
  expect(statuses()).toEqual({ pending: 1, confirmed: 1, completed: 0, cancelled: 1 });
});
