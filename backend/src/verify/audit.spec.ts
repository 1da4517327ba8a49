import { describe, expect, it } from '@jest/globals';
import { bookings } from '../booking/bookings/bookings.projection.js';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { UnreadableEvent } from '../platform/kernel/codec.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { approved, requested } from '../../testing/court-day.js';
import { inStream } from '../../testing/projection.js';
import { audit } from './audit.js';

const STREAM = 'courtDay-roxbury_2027-03-13';
const [asked, answered] = inStream<CourtDayEvent>(STREAM, requested(), approved()) as [
  RecordedEvent<CourtDayEvent>,
  RecordedEvent<CourtDayEvent>,
];

const auditOf = (...batches: (RecordedEvent | UnreadableEvent)[][]) => {
  const log = audit([bookings]);
  for (const batch of batches) log.take(batch);
  return log;
};
/** What is wrong besides the court, which these histories leave unlisted. */
const problems = (log: ReturnType<typeof audit>) =>
  log.violations().filter(({ problem }) => !problem.includes('is not listed'));

describe('the revisions of a stream', () => {
  it('follow each other across batches', () =>
    expect(problems(auditOf([asked], [answered]))).toEqual([]));
  it('are missed when one is not there', () =>
    expect(problems(auditOf([asked, { ...answered, revision: 2 }]))).toEqual([
      { stream: STREAM, revision: 2, problem: 'revision 2 stands where 1 belongs' },
    ]));
  it('are missed when the first is not there', () =>
    expect(problems(auditOf([answered]))).toContainEqual(
      expect.objectContaining({ problem: 'revision 1 stands where 0 belongs' }),
    ));
  it('are told when one comes twice, or before its predecessor', () =>
    expect(problems(auditOf([asked, answered, answered])).map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([
        'revision 1 stands where 2 belongs',
        'it stands before its predecessor in the log',
      ]),
    ));
});

describe('an event that cannot be read', () => {
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

  it('is a violation, in the log and in every read model that leaves its stream out', () =>
    expect(problems(auditOf([asked, damaged]))).toEqual([
      { stream: STREAM, revision: 1, problem: 'it cannot be read: unknown event type Approved' },
      expect.objectContaining({
        stream: STREAM,
        revision: 1,
        problem: expect.stringMatching(/^bookings leaves/),
      }),
    ]));
  it('keeps the read model where it was', () =>
    expect(auditOf([asked, damaged]).expected[0]!.documents.get('booking-1')).toMatchObject({
      status: 'pending',
    }));
});

describe('people whose key is missing', () => {
  const { id, position } = answered;
  const sealed = (revision: number, missingKeyOf: string): UnreadableEvent => ({
    id,
    type: answered.type,
    stream: STREAM,
    revision,
    position,
    missingKeyOf,
    unreadable: `the vault has no key of person ${missingKeyOf}`,
  });

  it('are one violation, however many events each has', () =>
    expect(
      problems(auditOf([sealed(0, 'pavel'), sealed(1, 'hana')], [sealed(2, 'pavel')])),
    ).toContainEqual({
      stream: 'vault',
      revision: null,
      problem: '2 people have events and no key: hana, pavel',
    }));
});

it('folds every read model and counts on the way', () => {
  const log = auditOf([asked], [answered]);
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

it('keeps the first ten thousand violations, and counts the rest', () => {
  const unlisted = Array.from({ length: 10_007 }, (_, index) => ({
    id: String(index),
    stream: `courtDay-roxbury_${index}`,
    revision: 0,
    position: String(index).padStart(20, '0'),
    type: 'Unheard',
    unreadable: 'unknown event type Unheard',
  }));
  const log = audit([]);
  log.take(unlisted);
  expect(log.violations()).toHaveLength(10_001);
  expect(log.violations().at(-1)).toEqual({
    stream: 'log',
    revision: null,
    problem: 'and 7 violations more',
  });
});
