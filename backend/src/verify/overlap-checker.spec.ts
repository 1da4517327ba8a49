import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '../platform/kernel/events.js';
import {
  bookingRequest,
  bookingApproved,
  bookingCancelled,
  bookingCompleted,
  bookingMoved,
  hourRange,
  bookingRequested,
} from '../../testing/court-day.js';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import { overlapChecker } from './overlap-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const booking = (
  bookingId: string,
  from = '18:00',
  to = '19:00',
  courtId = bookingRequest().courtId,
) => bookingRequested({ bookingId, courtId, ...hourRange(from, to) });

/** The problems that the checker finds in a history, regardless of streams. */
const problemsOf = (...history: CourtDayEvent[]): string[] => {
  const check = overlapChecker(openSpill());
  return history.flatMap((event) => check(event as RecordedEvent<CourtDayEvent>));
};

describe('a valid history', () => {
  it.each<[string, CourtDayEvent[]]>([
    ['consecutive hours', [booking('a'), booking('b', '19:00', '20:00')]],
    ['the same hour on two courts', [booking('a'), booking('b', '18:00', '19:00', 'seville')]],
    [
      'an hour sold again after a cancellation',
      [booking('a'), bookingCancelled({ bookingId: 'a' }), booking('b')],
    ],
    [
      'an hour that was canceled and sold again twice',
      [
        booking('a'),
        bookingCancelled({ bookingId: 'a' }),
        booking('b'),
        bookingCancelled({ bookingId: 'b' }),
        booking('a'),
      ],
    ],
    [
      'a completed booking',
      [
        booking('a'),
        bookingApproved({ bookingId: 'a' }),
        bookingCompleted({ bookingId: 'a' }),
        booking('b'),
      ],
    ],
  ])('may contain %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('a double booking', () => {
  const shared = [expect.stringMatching(/booking b overlaps on court roxbury with live a/)];

  it('is reported for the same hour', () =>
    expect(problemsOf(booking('a'), booking('b'))).toEqual(shared));
  it('is reported while the first booking is pending and after it is approved', () => {
    expect(problemsOf(booking('a'), booking('b'))).toEqual(shared);
    expect(problemsOf(booking('a'), bookingApproved({ bookingId: 'a' }), booking('b'))).toEqual(
      shared,
    );
  });
  it('is reported even if one booking is canceled later', () =>
    expect(problemsOf(booking('a'), booking('b'), bookingCancelled({ bookingId: 'a' }))).toEqual(
      shared,
    ));
  it('is reported for partial overlaps on either side', () => {
    expect(problemsOf(booking('a'), booking('b', '18:30', '19:30'))).toEqual(shared);
    expect(problemsOf(booking('a', '18:30', '19:30'), booking('b'))).toEqual(shared);
  });
  it('is reported if one booking contains the other', () => {
    expect(problemsOf(booking('a', '17:00', '20:00'), booking('b'))).toEqual(shared);
    expect(problemsOf(booking('a', '18:10', '18:20'), booking('b'))).toEqual(shared);
  });
  it('is reported across midnight and across streams', () => {
    const night = { startTime: '2027-03-13T23:30:00.000Z', endTime: '2027-03-14T00:30:00.000Z' };
    const [first, second] = [
      bookingRequested({ bookingId: 'a', ...night }),
      bookingRequested({ bookingId: 'b', ...night }),
    ];
    const check = overlapChecker(openSpill());
    check({ ...first, stream: 'courtDay-roxbury_2027-03-13' } as RecordedEvent);
    expect(check({ ...second, stream: 'courtDay-roxbury_2027-03-14' } as RecordedEvent)).toEqual(
      shared,
    );
  });
  it('is reported with every overlapping booking', () =>
    expect(
      problemsOf(booking('a'), booking('b', '19:00', '20:00'), booking('c', '18:30', '19:30')),
    ).toHaveLength(2));
  it('is reported for a live booking even if a later overlapping one was canceled', () =>
    expect(
      problemsOf(booking('a'), booking('b'), bookingCancelled({ bookingId: 'b' }), booking('c')),
    ).toEqual([...shared, expect.stringMatching(/booking c .* with live a/)]));
});

describe('an invalid request', () => {
  it('is reported if a live booking is requested again', () =>
    expect(problemsOf(booking('a'), booking('a', '20:00', '21:00'))).toEqual([
      expect.stringMatching(/while it is live/),
    ]));
  it.each([
    ['ends when it begins', hourRange('18:00', '18:00')],
    ['ends before it begins', hourRange('19:00', '18:00')],
    ['has no time', { startTime: 'soon', endTime: 'later' }],
    [
      'lasts for days',
      { startTime: '2027-03-13T18:00:00.000Z', endTime: '2027-03-16T18:00:00.000Z' },
    ],
  ])('is reported if it %s', (_, time) =>
    expect(problemsOf(bookingRequested({ bookingId: 'a', ...time }))).toEqual([
      expect.stringMatching(/an invalid interval/),
    ]),
  );
});

describe('a moved booking', () => {
  const moved = bookingMoved({ bookingId: 'a' });

  it('frees the hour that it had', () =>
    expect(problemsOf(booking('a'), moved, booking('b'))).toEqual([]));

  it('may not overlap another one', () =>
    expect(problemsOf(booking('a'), booking('b', '21:00', '22:00'), moved)).toEqual([
      expect.stringMatching(/a overlaps on court .* with live b/),
    ]));
});

/** The start of a half hour, counted from the start of a day. */
const halfHour = (index: number) =>
  new Date(Date.UTC(2027, 2, 13) + index * 1_800_000).toISOString();
const step = fc.record({
  courtId: fc.constantFrom('roxbury', 'seville'),
  from: fc.nat(47),
  length: fc.integer({ min: 1, max: 5 }),
  givenBack: fc.option(fc.nat(), { freq: 2 }),
});

it('agrees with a comparison of all pairs in any history', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const check = overlapChecker(openSpill());
      const live = new Map<string, { courtId: string; from: number; to: number }>();
      for (const [index, { courtId, from, length, givenBack }] of steps.entries()) {
        const bookingId = `b${index}`;
        const to = from + length;
        const expected = [...live.values()].filter(
          (o) => o.courtId === courtId && o.from < to && from < o.to,
        ).length;
        const time = { startTime: halfHour(from), endTime: halfHour(to) };
        expect(
          check(bookingRequested({ bookingId, courtId, ...time }) as RecordedEvent<CourtDayEvent>),
        ).toHaveLength(expected);
        live.set(bookingId, { courtId, from, to });
        if (givenBack === null) continue;
        const returnedId = [...live.keys()][givenBack % live.size]!;
        check(bookingCancelled({ bookingId: returnedId }) as RecordedEvent<CourtDayEvent>);
        live.delete(returnedId);
      }
    }),
  );
});
