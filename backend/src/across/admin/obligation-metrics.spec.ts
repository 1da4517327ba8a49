import { afterAll, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { holdsEnding, overdueObligations } from '../../platform/stores/metrics.js';
import {
  APPROVED_AT,
  bookingApproved,
  bookingAuthorised,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import {
  created,
  paidBooking,
  payBy,
  DUE_AT,
  paymentAuthorised,
  paymentCaptured,
  paymentReleased,
  playedBooking,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type Documents, readModelsOf } from '../../../testing/stored-documents.js';
import { ObligationMetrics } from './obligation-metrics.service.js';
import { type Obligation, obligations } from '../../money/settlement/obligations.projection.js';
import { ANN, NEXT_YEAR, foundingActivated } from '../../../testing/membership.js';
import { memberships } from '../../people/membership/memberships.projection.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { OverdueObligations } from './overdue-obligations.service.js';

type Event = Parameters<typeof obligations.evolve>[1];

const obligationAfter = (...events: readonly Pick<Event, 'type' | 'data'>[]): Obligation =>
  fold(obligations, ...inStream('log-all', ...(events as Event[]))).get('booking-1')!;
const HOLD_ENDS = '2027-03-17T12:05:00.000Z';
const held = { ...paymentAuthorised.data, captureBefore: HOLD_ENDS } as never;
const approved = [
  bookingRequested({ payBy }),
  created,
  { type: 'PaymentAuthorised', data: held },
  bookingAuthorised({ payBy }),
  bookingApproved({ payBy }),
] as const;
const overdueAt = '2027-03-13T19:05:00.000Z';
const documents = [
  obligationAfter(...approved),
  obligationAfter(...approved, paymentReleased, bookingCompleted({ payBy }), {
    type: 'PaymentOverdue',
    data: { ...paidBooking, amountCents: 33_000, overdueAt },
  }),
];

const payoutOf = (hostId: string, bookingId: string, changes: object = {}) => ({
  ...fold(
    payouts,
    ...inStream(
      'log-all',
      ...([...playedBooking, created, paymentAuthorised, paymentCaptured] as never[]),
    ),
  ).get('booking-1')!,
  _id: bookingId,
  hostId,
  ...changes,
});
const membership = [
  ...fold(memberships, ...inStream(`membership-${ANN}`, foundingActivated())).values(),
];

const account = (hostId: string, transfers = 'active') => ({
  _id: hostId,
  hostId,
  transfers,
  payoutsEnabled: true,
});

const measuredAt = async (
  instant: string,
  stored: Documents = { obligations: documents },
  payouts = false,
) => {
  const readModels = readModelsOf(stored);
  const clock = { now: () => Date.parse(instant) } as Clock;
  const config = { policy: { hostApproval: { payouts } } } as Config;
  const overdue = new OverdueObligations(readModels, clock, config);
  await new ObligationMetrics(readModels, overdue, clock, config).measure();
  const { values } = await overdueObligations.get();
  const ending = await holdsEnding.get();
  return {
    overdue: values.map(({ labels, value }) => [labels.kind, labels.what, labels.owner, value]),
    ending: ending.values[0]!.value,
  };
};

afterAll(() => {
  overdueObligations.reset();
  holdsEnding.reset();
});

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const HOUR = 3_600_000;

it('counts a step that has been due for an hour, by its owner', async () => {
  expect((await measuredAt(later(APPROVED_AT, HOUR - 1))).overdue).toEqual([]);
  expect((await measuredAt(later(APPROVED_AT, HOUR))).overdue).toEqual([
    ['payment', 'capture', 'courtly', 1],
  ]);
  expect((await measuredAt(later(overdueAt, HOUR))).overdue).toEqual([
    ['payment', 'capture', 'courtly', 1],
    ['payment', 'collectDebt', 'admin', 1],
  ]);
});

it('counts a card that must be charged within twelve hours', async () => {
  expect((await measuredAt(later(HOLD_ENDS, -12 * HOUR - 1))).ending).toBe(0);
  expect((await measuredAt(later(HOLD_ENDS, -12 * HOUR))).ending).toBe(1);
});

it('counts a payout that has been due for six hours, unless it waits for a person', async () => {
  const due = { payouts: [payoutOf('hana', 'b1')], payoutAccounts: [account('hana')] };
  const overdueFrom = later(DUE_AT, 6 * HOUR);
  expect((await measuredAt(later(overdueFrom, -1), due)).overdue).toEqual([]);
  expect((await measuredAt(overdueFrom, due)).overdue).toEqual([
    ['payout', 'transfer', 'courtly', 1],
  ]);
  const waiting: Documents[] = [
    { payoutAccounts: [] },
    { payoutAccounts: [account('hana', 'pending')] },
    { people: [{ _id: 'hana', suspension: { since: DUE_AT } }] },
    { payoutHolds: [{ _id: 'hana', hostId: 'hana', bookingId: null, isHeld: true }] },
    { payoutHolds: [{ _id: 'b1', hostId: 'hana', bookingId: 'b1', isHeld: true }] },
  ];
  for (const reason of waiting)
    expect((await measuredAt(overdueFrom, { ...due, ...reason })).overdue).toEqual([]);
});

it("does not count a payout that waits for the host's approval", async () => {
  const due = { payouts: [payoutOf('hana', 'b1')], payoutAccounts: [account('hana')] };
  const overdueWith = async (roles: string[]) => {
    const stored = { ...due, people: [{ _id: 'hana', roles, suspension: null }] };
    return (await measuredAt(later(DUE_AT, 6 * HOUR), stored, true)).overdue;
  };
  expect(await overdueWith(['owner'])).toEqual([]);
  expect(await overdueWith(['owner', 'host'])).toHaveLength(1);
});

it('counts a reversal even if the host cannot be paid', async () => {
  const reversal = { payouts: [payoutOf('hana', 'b1', { what: 'reverse' })] };
  expect((await measuredAt(later(DUE_AT, 6 * HOUR), reversal)).overdue).toEqual([
    ['payout', 'reverse', 'courtly', 1],
  ]);
});

it('counts a step of a membership that has been due for six hours', async () => {
  const overdueFrom = later(NEXT_YEAR, 6 * HOUR);
  const stored = { memberships: membership };
  expect((await measuredAt(later(overdueFrom, -1), stored)).overdue).toEqual([]);
  expect((await measuredAt(overdueFrom, stored)).overdue).toEqual([
    ['membership', 'lapse', 'courtly', 1],
  ]);
});
