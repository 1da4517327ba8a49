import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { openSpill } from '../platform/stores/spilled-map.js';
import { bookingCancelled, bookingRequested, localTimeChanged } from '../../testing/court-day.js';
import { localTimeChecker } from './local-time-checker.js';

const OWN = '2027b';
const EFFECTIVE_AT = '2027-03-11T00:00:00.000Z';
const tookEffect = (zoneData: string): Message => ({
  type: 'ZoneDataTookEffect',
  data: { zoneData, effectiveAt: EFFECTIVE_AT },
});
/** Los Angeles is eight hours behind at that time. */
const requestedAt = (offsetMinutes?: number) =>
  bookingRequested(offsetMinutes === undefined ? {} : { offsetMinutes });
const changed = (from: number, to: number, zoneData = OWN, changedAt = EFFECTIVE_AT) =>
  localTimeChanged({ previousOffsetMinutes: from, offsetMinutes: to, zoneData, changedAt });

const audit = (...history: Message[]) => {
  const checker = localTimeChecker(openSpill(), OWN);
  const problems = history.flatMap((event) => {
    const recorded = { ...event, stream: 'courtDay-roxbury_2027-03-13' } as RecordedEvent;
    checker.takeEvent(recorded);
    return checker.check(recorded);
  });
  return { problems, due: [...checker.dueItems('2030-01-01T00:00:00.000Z')] };
};

describe('a changed clock time', () => {
  it('is accepted if it matches the zone data', () =>
    expect(audit(tookEffect(OWN), requestedAt(-420), changed(-420, -480))).toEqual({
      problems: [],
      due: [],
    }));

  it('cannot be checked if this process has other zone data', () =>
    expect(audit(requestedAt(-480), changed(-480, -420, '2027a')).problems).toEqual([]));

  it.each<[string, Message[], string]>([
    ['does not match the zone data', [requestedAt(-480), changed(-480, -420)], 'but is -480 in'],
    [
      'replaces one that was never shown',
      [requestedAt(-420), changed(-360, -480)],
      '-420 was shown',
    ],
    [
      'replaces one that an earlier change replaced',
      [requestedAt(-420), changed(-420, -480), changed(-420, -480)],
      'but -480 was shown',
    ],
    ['is the same', [requestedAt(-480), changed(-480, -480)], 'to the same one'],
    [
      'comes after the start',
      [requestedAt(-420), changed(-420, -480, OWN, '2027-03-13T18:00:00.000Z')],
      'after its start',
    ],
    ['belongs to a booking without one', [requestedAt(), changed(-420, -480)], 'no live booking'],
  ])('is reported if it %s', (_, history, text) =>
    expect(audit(...history).problems).toEqual([expect.stringContaining(text)]),
  );
});

describe('a booking with the clock time of earlier zone data', () => {
  it('is due for a change when new data takes effect', () =>
    expect(audit(requestedAt(-420), tookEffect(OWN)).due).toEqual([
      {
        stream: 'courtDay-roxbury_2027-03-13',
        what: 'the new clock time of booking booking-1',
        dueAt: EFFECTIVE_AT,
        wait: null,
      },
    ]));

  it.each<[string, Message[]]>([
    ['is canceled', [requestedAt(-420), tookEffect(OWN), bookingCancelled()]],
    ['shows the right one', [requestedAt(-480), tookEffect(OWN)]],
    ['shows none', [requestedAt(), tookEffect(OWN)]],
    ['precedes data that this process does not have', [requestedAt(-420), tookEffect('2028a')]],
  ])('needs no change if it %s', (_, history) => expect(audit(...history).due).toEqual([]));
});
