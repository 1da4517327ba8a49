import { afterAll, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
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
  paymentAuthorised,
  paymentReleased,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import { ObligationMetrics } from './obligation-metrics.service.js';
import { type Obligation, obligations } from './obligations.projection.js';

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

/** The obligations in memory; a group counts its documents. */
const collection = {
  aggregate: ([{ $match }]: [{ $match: object }]) => ({
    toArray: async () =>
      documents
        .filter((document) => matchesFilter(document, $match))
        .map(({ what, owner }) => ({ _id: { what, owner }, count: 1 })),
  }),
  countDocuments: async (filter: object) =>
    documents.filter((document) => matchesFilter(document, filter)).length,
};

const measuredAt = async (instant: string) => {
  const readModels = { read: (_: unknown, query: (from: unknown) => unknown) => query(collection) };
  const clock = { now: () => Date.parse(instant) } as Clock;
  const metrics = new ObligationMetrics(readModels as unknown as ReadModels, clock, {} as Config);
  await metrics.measure();
  const { values } = await overdueObligations.get();
  const ending = await holdsEnding.get();
  return {
    overdue: values.map(({ labels, value }) => [labels.what, labels.owner, value]),
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
  expect((await measuredAt(later(APPROVED_AT, HOUR))).overdue).toEqual([['capture', 'courtly', 1]]);
  expect((await measuredAt(later(overdueAt, HOUR))).overdue).toEqual([
    ['capture', 'courtly', 1],
    ['collectDebt', 'admin', 1],
  ]);
});

it('counts a card that must be charged within twelve hours', async () => {
  expect((await measuredAt(later(HOLD_ENDS, -12 * HOUR - 1))).ending).toBe(0);
  expect((await measuredAt(later(HOLD_ENDS, -12 * HOUR))).ending).toBe(1);
});
