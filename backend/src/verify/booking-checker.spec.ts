import { describe, expect, it } from '@jest/globals';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import {
  APPROVED_AT,
  approved,
  at,
  cancelled,
  completed,
  requested,
} from '../../testing/court-day.js';
import { bookingChecker } from './booking-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const STREAM = 'courtDay-roxbury_2027-03-13';
const listed = { type: 'CourtListed', data: { courtId: 'roxbury', zone: 'America/Los_Angeles' } };

type Placed = CourtDayEvent | { stream: string; event: CourtDayEvent };

/**
 * The checker's problems for a history on a listed court. Events are in the stream of their day
 * unless placed elsewhere.
 */
const found = (...history: Placed[]): string[] => {
  const { check } = bookingChecker(openSpill());
  check({ ...listed, stream: 'court-roxbury' } as unknown as RecordedEvent);
  return history.flatMap((one) => {
    const { stream, event } = 'event' in one ? one : { stream: STREAM, event: one };
    return check({ ...event, stream } as unknown as RecordedEvent);
  });
};
const problem = (text: string) => [expect.stringContaining(text)];

describe('a valid booking', () => {
  it.each<[string, CourtDayEvent[]]>([
    ['requested', [requested()]],
    ['approved and completed', [requested(), approved(), completed()]],
    ['cancelled while pending', [requested(), cancelled()]],
    [
      'cancelled late',
      [
        requested(),
        approved(),
        cancelled({
          approvedAt: APPROVED_AT,
          rule: 'late',
          refundCents: 16_500,
          hostCents: 14_850,
          platformCents: 1_650,
        }),
      ],
    ],
  ])('may be %s', (_, history) => expect(found(...history)).toEqual([]));
});

describe('a booking in the wrong place', () => {
  it('is reported in the stream of another day', () =>
    expect(found({ stream: 'courtDay-roxbury_2027-03-14', event: requested() })).toEqual(
      problem(`it belongs to ${STREAM}`),
    ));
  it('is reported in the stream of another court', () =>
    expect(found({ stream: 'courtDay-seville_2027-03-13', event: requested() })).toEqual(
      problem(`it belongs to ${STREAM}`),
    ));
  it("belongs to the court's local day, not the UTC day", () => {
    const evening = { startTime: '2027-03-14T03:00:00.000Z', endTime: '2027-03-14T04:00:00.000Z' };
    expect(found(requested(evening))).toEqual([]);
    expect(
      found({ stream: 'courtDay-roxbury_2027-03-14', event: requested(evening) }),
    ).toHaveLength(1);
  });
  it('is reported if it crosses midnight at the court', () =>
    expect(
      found(
        requested({ startTime: '2027-03-14T07:30:00.000Z', endTime: '2027-03-14T08:30:00.000Z' }),
      ),
    ).toEqual(problem('it crosses midnight')));
  it('is reported if it does not last an hour', () =>
    expect(found(requested({ endTime: at('18:59') }))).toEqual(problem('it lasts 59 minutes')));
  it("is reported if its zone is not the court's", () =>
    expect(found(requested({ zone: 'America/Phoenix' }))).toEqual(
      problem("the court's zone is America/Los_Angeles"),
    ));
  it('is reported if its court is not listed', () =>
    expect(
      found({ stream: 'courtDay-seville_2027-03-13', event: requested({ courtId: 'seville' }) }),
    ).toEqual(problem('court seville is not listed')));
  it('is reported if a later event is in another stream', () =>
    expect(
      found(requested(), { stream: 'courtDay-roxbury_2027-03-14', event: approved() }),
    ).toEqual(problem(`it was requested in ${STREAM}`)));
});

describe('an event that contradicts its request', () => {
  it.each<[string, CourtDayEvent]>([
    ['another host', approved({ hostId: 'sam' })],
    ['another player', cancelled({ playerId: 'quinn' })],
    ['another hour', completed({ startTime: at('17:00') })],
    ['another zone', approved({ zone: 'America/Phoenix' })],
    ['other amounts', approved({ payoutCents: 1 })],
    ['another policy', approved({ policyId: 'open-1' })],
  ])('is reported: %s', (_, event) => {
    const before = event.type === 'BookingCompleted' ? [requested(), approved()] : [requested()];
    expect(found(...before, event)).toEqual(problem('booking booking-1: its '));
  });
});

it('reports a host who books their own court', () =>
  expect(found(requested({ playerId: 'hana' }))).toEqual(problem('its player is the host')));

describe('amounts that do not add up', () => {
  it.each<[string, CourtDayEvent[], string]>([
    ['rate and fee', [requested({ totalCents: 33_001 })], 'do not add up to 33001'],
    ['a negative fee', [requested({ feeCents: -1, totalCents: 29_999 })], 'an amount is negative'],
    ['a payout above the total', [requested({ payoutCents: 33_001 })], 'the payout 33001'],
    [
      'a refund of a cent too much',
      [requested(), cancelled({ refundCents: 33_001 })],
      'do not add up to 33000',
    ],
    [
      'a negative part of a settlement',
      [requested(), cancelled({ refundCents: 33_100, platformCents: -100 })],
      'negative',
    ],
  ])('are reported: %s', (_, history, text) => expect(found(...history)).toEqual(problem(text)));
});

describe('an impossible sequence of events', () => {
  it.each<[string, CourtDayEvent[], string]>([
    ['approved without a request', [approved()], 'it was never requested'],
    ['requested twice', [requested(), requested()], 'it is requested twice'],
    [
      'approved twice',
      [requested(), approved(), approved()],
      'BookingApproved occurs while it is confirmed',
    ],
    [
      'approved after a cancellation',
      [requested(), cancelled(), approved()],
      'BookingApproved occurs while it is cancelled',
    ],
    [
      'cancelled twice',
      [requested(), cancelled(), cancelled()],
      'BookingCancelled occurs while it is cancelled',
    ],
    [
      'cancelled as if it had never been approved',
      [requested(), approved(), cancelled()],
      'its cancellation omits the previous status confirmed',
    ],
    [
      'completed without approval',
      [requested(), completed()],
      'BookingCompleted occurs while it is pending',
    ],
    [
      'completed before its end',
      [requested(), approved(), completed({ completedAt: at('18:59') })],
      'it is completed before its end',
    ],
  ])('is reported: %s', (_, history, text) => expect(found(...history)).toEqual(problem(text)));
});

it('counts bookings by status', () => {
  const { check, statuses } = bookingChecker(openSpill());
  const history = [
    requested(),
    approved(),
    requested({ bookingId: 'booking-2' }),
    requested({ bookingId: 'booking-3' }),
    cancelled({ bookingId: 'booking-3' }),
  ];
  for (const event of history) check({ ...event, stream: STREAM } as unknown as RecordedEvent);
  expect(statuses()).toEqual({ pending: 1, confirmed: 1, completed: 0, cancelled: 1 });
});
