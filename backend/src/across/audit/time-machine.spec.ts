import { describe, expect, it } from '@jest/globals';
import type { AuditKind } from '@courtly/contracts/audit';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { hostApplication, applicationReviewed } from '../../../testing/applications.js';
import { policyTookEffect } from '../../../testing/audited-log.js';
import { courtFields, courtActivated, courtListed } from '../../../testing/court.js';
import { bookingApproved, bookingCancelled, bookingRequested } from '../../../testing/court-day.js';
import { matchDisputed, matchLogged, playerAdded } from '../../../testing/match.js';
import { foundingActivated, intentCreated } from '../../../testing/membership.js';
import {
  paymentCaptured,
  created,
  paymentAuthorised,
  payoutRefused,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
import { inStream } from '../../../testing/projection.js';
import type { AuditQueries } from './audit.queries.js';
import { TimeMachine } from './time-machine.service.js';

const minute = (index: number) =>
  new Date(Date.parse('2027-03-10T12:00:00.000Z') + index * 60_000).toISOString();

/** An in-memory log with one event per minute in each stream. */
const logOf = (streams: Record<string, readonly Message[]>) => {
  const events = new Map(
    Object.entries(streams).map(([stream, messages]) => [
      stream,
      inStream(stream, ...messages).map((streamEvent, index): RecordedEvent => ({
        ...streamEvent,
        metadata: { ...streamEvent.metadata, at: minute(index) },
      })),
    ]),
  );
  return new TimeMachine({
    readableEvents: async (streamName: string) => events.get(streamName) ?? [],
    streamOfApplication: async (subjectId: string) =>
      subjectId === 'app1' ? 'application-host-aa' : null,
  } as unknown as AuditQueries);
};

const id = 'roxbury-20270313-abcdefgh';
const other = { bookingId: 'roxbury-20270313-00000000' };
const registered = {
  type: 'UserRegistered',
  data: {
    userId: 'pavel',
    username: 'pavel',
    firstName: 'Pavel',
    lastName: 'Drop',
    role: 'player',
    registeredAt: minute(0),
  },
};
const granted = {
  type: 'RoleGranted',
  data: { userId: 'pavel', role: 'admin', grantedAt: minute(1) },
};

const machine = logOf({
  'application-host-aa': [
    { type: 'HostApplied', data: hostApplication({ applicationId: 'app0' }) },
    { type: 'HostApplied', data: hostApplication() },
    applicationReviewed(),
  ],
  'courtDay-roxbury_2027-03-13': [
    bookingRequested(other),
    bookingRequested({ bookingId: id }),
    bookingApproved(other),
    bookingApproved({ bookingId: id }),
  ],
  'court-roxbury': [courtListed(), courtActivated],
  'user-pavel': [registered, granted],
  [`payment-${id}`]: [created, paymentAuthorised, paymentCaptured],
  [`payout-${id}`]: [payoutRefused(minute(9)), payoutTransferred()],
  'membership-ann': [intentCreated(), foundingActivated()],
  'match-booking-1_pavel': [matchLogged(), playerAdded({ playerId: 'olga' }), matchDisputed()],
});

describe('a past state', () => {
  it.each<[AuditKind, string, number, object, object]>([
    ['application', 'app1', 2, { status: 'pending' }, { status: 'approved' }],
    [
      'booking',
      id,
      3,
      { bookingId: id, status: 'pending' },
      { bookingId: id, status: 'confirmed' },
    ],
    ['court', 'roxbury', 1, { isActive: false }, { isActive: true }],
    ['user', 'pavel', 1, { roles: ['player'] }, { roles: ['player', 'admin'] }],
    ['payment', id, 2, { status: 'authorised' }, { status: 'captured', clientSecret: 'hidden' }],
    [
      'payout',
      id,
      1,
      { transfers: {}, refusals: 1 },
      { transfers: { tr_1: { amountCents: 29_700 } } },
    ],
    ['membership', 'ann', 1, { term: null }, { term: { plan: 'founding' } }],
    [
      'match',
      'booking-1_pavel',
      2,
      { answer: 'none' },
      { answer: 'disputed', reason: 'It was 4-6.' },
    ],
  ])(
    'includes events up to and including its instant (%s)',
    async (subjectKind, of, index, stateBefore, after) => {
      const justBefore = new Date(Date.parse(minute(index)) - 1).toISOString();
      expect((await machine.stateAsOf(subjectKind, of, justBefore)).state).toMatchObject(
        stateBefore,
      );
      const stateAsOf = await machine.stateAsOf(subjectKind, of, minute(index));
      expect(stateAsOf).toMatchObject({
        kind: subjectKind,
        id: of,
        at: minute(index),
        last: { at: minute(index) },
        state: after,
      });
    },
  );

  it('folds the same prefix of the log from each stream of a booking', async () => {
    const placed = (stream: string, position: number, at: string, message: Message) => ({
      ...inStream(stream, message)[0]!,
      position: String(position).padStart(20, '0'),
      metadata: { ...inStream(stream, message)[0]!.metadata, at },
    });
    const day = 'courtDay-roxbury_2027-03-13';
    const [payment, payout] = [`payment-${id}`, `payout-${id}`];
    const log = [
      placed(day, 1, minute(0), bookingRequested({ bookingId: id })),
      placed(payment, 2, minute(1), created),
      placed(payment, 3, minute(2), paymentAuthorised),
      placed(day, 4, minute(3), bookingApproved({ bookingId: id })),
      // The clock of the server that charged was ahead, but a later decision was based on it.
      placed(payment, 5, minute(8), paymentCaptured),
      placed(payout, 6, minute(5), payoutTransferred()),
    ];
    const timeMachine = new TimeMachine({
      readableEvents: async (stream: string) => log.filter((event) => event.stream === stream),
    } as unknown as AuditQueries);
    const stateAt = async (index: number) =>
      (await timeMachine.stateAsOf('booking', id, minute(index))).state;
    expect(await stateAt(2)).toMatchObject({
      status: 'pending',
      payment: { status: 'authorised' },
      payout: { transfers: {} },
    });
    expect(await stateAt(4)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'authorised' },
    });
    expect(await stateAt(5)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'captured',
      payment: { status: 'captured', clientSecret: 'hidden' },
      payout: { transfers: { tr_1: { amountCents: 29_700 } } },
    });
  });

  it('shows the policy in force, not a scheduled one', async () => {
    const published = {
      policyId: '2027-03-10',
      replaces: 'standard-1',
      values: { feeShare: 900 },
      publishedBy: 'ada',
      confirmedBy: 'bea',
      reason: 'Summer prices.',
      publishedAt: minute(1),
      effectiveAt: minute(3),
    };
    const timeMachine = logOf({
      'policy-club': [policyTookEffect('standard-1'), { type: 'PolicyPublished', data: published }],
    });
    const inForceAt = async (index: number) =>
      (await timeMachine.stateAsOf('policy', 'club', minute(index))).state?.['policyId'];
    expect([await inForceAt(0), await inForceAt(2), await inForceAt(3)]).toEqual([
      ...['standard-1', 'standard-1', '2027-03-10'],
    ]);
  });

  it('returns null before the first event, and not_found if there are no events', async () => {
    expect(await machine.stateAsOf('payout', id, '2027-03-10T11:59:59Z')).toEqual({
      kind: 'payout',
      id,
      at: '2027-03-10T11:59:59.000Z',
      events: 0,
      last: null,
      state: null,
      people: [],
    });
    for (const [kind, missing] of [
      ...[['booking', 'roxbury-20270313-zzzzzzzz'] as const, ['booking', 'none'] as const],
      ...[['application', 'none'] as const, ['user', 'none'] as const],
    ])
      await expect(machine.stateAsOf(kind, missing, minute(0))).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  it('lists the people who were involved by then', async () => {
    const of = async (index: number) =>
      (await machine.stateAsOf('match', 'booking-1_pavel', minute(index))).people;
    expect([await of(0), await of(1)]).toEqual([['pavel'], ['pavel', 'olga']]);
  });
});

describe('a past calendar', () => {
  const day = logOf({
    'court-roxbury': [
      courtListed(),
      courtActivated,
      {
        type: 'CourtScheduleChanged',
        data: {
          ...courtFields(),
          weeklyHours: { ...courtFields().weeklyHours, saturday: [] },
          changedAt: '',
        },
      },
    ],
    'courtDay-roxbury_2027-03-13': [
      bookingRequested({ bookingId: id }),
      bookingCancelled({ bookingId: id }),
    ],
  });
  const calendarAt = async (currentTime: string) =>
    day.calendarAsOf('roxbury', '2027-03-13', currentTime);
  const ten = (calendarAsOf: Awaited<ReturnType<typeof calendarAt>>) =>
    calendarAsOf.hours.find(({ start }) => start.includes('T18:00'));

  it('shows the weekly hours and bookings of that time', async () => {
    const first = await calendarAt(minute(0));
    expect(first).toMatchObject({ zone: 'America/Los_Angeles', at: minute(0), isActive: false });
    expect([first.hours.length, ten(first)]).toMatchObject([
      14,
      { state: 'held', bookingId: id, status: 'pending' },
    ]);
    expect(ten(await calendarAt(minute(1)))).toMatchObject({ state: 'free', bookingId: null });
    expect((await calendarAt(minute(2))).hours).toEqual([]);
  });

  it('returns not_found before the court is listed', async () => {
    await expect(calendarAt('2027-03-10T11:59:59Z')).rejects.toMatchObject({ code: 'not_found' });
    await expect(day.calendarAsOf('none', '2027-03-13', minute(0))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
