import { describe, expect, it } from '@jest/globals';
import { bookings } from '../booking/bookings/bookings.projection.js';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { UnreadableEvent } from '../platform/kernel/codec.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { bookingApproved, bookingRequested } from '../../testing/court-day.js';
import { inStream } from '../../testing/projection.js';
import { allEvents } from '../event-sets.js';
import { auditLog } from './audit.js';

const STREAM = 'courtDay-roxbury_2027-03-13';
const [requestedEvent, answered] = inStream<CourtDayEvent>(
  STREAM,
  bookingRequested(),
  bookingApproved(),
) as [RecordedEvent<CourtDayEvent>, RecordedEvent<CourtDayEvent>];

const auditOf = (...batches: (RecordedEvent | UnreadableEvent)[][]) => {
  const log = auditLog([bookings], allEvents);
  for (const batch of batches) log.take(batch);
  return log;
};
/** All problems except that the court is not listed, because these histories do not list it. */
const problems = (log: ReturnType<typeof auditLog>) =>
  log.violations().filter(({ problem }) => !problem.includes('is not listed'));

describe('the revisions of a stream', () => {
  it('are consecutive across batches', () =>
    expect(problems(auditOf([requestedEvent], [answered]))).toEqual([]));
  it('are reported if one is missing', () =>
    expect(problems(auditOf([requestedEvent, { ...answered, revision: 2 }]))).toEqual([
      { stream: STREAM, revision: 2, problem: 'revision 2 is out of order, expected 1' },
    ]));
  it('are reported if the first is missing', () =>
    expect(problems(auditOf([answered]))).toContainEqual(
      expect.objectContaining({ problem: 'revision 1 is out of order, expected 0' }),
    ));
  it('are reported if one occurs twice or before its predecessor', () =>
    expect(
      problems(auditOf([requestedEvent, answered, answered])).map(({ problem }) => problem),
    ).toEqual(
      expect.arrayContaining([
        'revision 1 is out of order, expected 2',
        'it precedes its predecessor in the log',
      ]),
    ));
});

describe('an unreadable event', () => {
  const { id, revision, position } = answered;
  const damaged: UnreadableEvent = {
    id,
    stream: STREAM,
    revision,
    position,
    type: 'Approved',
    unreadable: 'unknown event type Approved',
    newer: 'type',
  };

  it('is a violation in the log and in every read model that parks its stream', () =>
    expect(problems(auditOf([requestedEvent, damaged]))).toEqual([
      { stream: STREAM, revision: 1, problem: 'it is unreadable: unknown event type Approved' },
      expect.objectContaining({
        stream: STREAM,
        revision: 1,
        problem: expect.stringMatching(/^bookings parks/),
      }),
    ]));
  it('leaves the expected read model unchanged', () =>
    expect(
      auditOf([requestedEvent, damaged]).expected[0]!.documents.get('booking-1'),
    ).toMatchObject({
      status: 'pending',
    }));
});

describe('users with lost keys', () => {
  const { id, position } = answered;
  const sealed = (revision: number, userId: string): UnreadableEvent => ({
    id,
    type: answered.type,
    stream: STREAM,
    revision,
    position,
    damagedKey: { userId, keyId: null, reason: 'lost' },
    unreadable: `the vault has no key of user ${userId}`,
  });

  it('count as a single violation, no matter how many events they have', () =>
    expect(
      problems(auditOf([sealed(0, 'pavel'), sealed(1, 'hana')], [sealed(2, 'pavel')])),
    ).toContainEqual({
      stream: 'vault',
      revision: null,
      problem: '2 users have events but no key: hana, pavel',
    }));
});

it('folds every read model and counts events and bookings', () => {
  const log = auditOf([requestedEvent], [answered]);
  expect(log.expected[0]!.documents.get('booking-1')).toMatchObject({
    status: 'confirmed',
    position: answered.position,
  });
  expect(log.counts()).toMatchObject({
    events: 2,
    streams: 1,
    bookings: 1,
    confirmed: 1,
    pending: 0,
  });
  expect(log.position()).toBe(answered.position);
});

it('keeps the first ten thousand violations and counts the rest', () => {
  const unlisted = Array.from({ length: 10_007 }, (_, index) => ({
    id: String(index),
    stream: `courtDay-roxbury_${index}`,
    revision: 0,
    position: String(index).padStart(20, '0'),
    type: 'Unheard',
    unreadable: 'unknown event type Unheard',
  }));
  const log = auditLog([], allEvents);
  log.take(unlisted);
  expect(log.violations()).toHaveLength(10_001);
  expect(log.violations().at(-1)).toEqual({
    stream: 'log',
    revision: null,
    problem: 'and 7 more violations',
  });
});
