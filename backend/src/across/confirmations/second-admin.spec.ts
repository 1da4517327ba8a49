import type { ConfirmedAct } from '@courtly/contracts/second-admin';
import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import type { WrongCharge } from '../../money/payments/wrong-charge.js';
import type { PolicyDrafts } from '../../people/policies/policy-drafts.service.js';
import type { CaseInput } from '../../platform/http/own-case.interceptor.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Ids } from '../../platform/kernel/ids.js';
import type { Streams } from '../../platform/kernel/streams.js';
import {
  aReport,
  byPlayer,
  incidentEscalated,
  incidentReported,
  ofDamage,
  ofWeather,
} from '../../../testing/incident.js';
import { wrongChargeOf } from '../../../testing/paid-booking.js';
import { type Incident, incident } from '../incidents/incident.js';
import type { ConfirmationEvent } from './confirmation.events.js';
import { SecondAdminAboveAmount } from './second-admin.service.js';

const LIMIT = 20_000;
const BOOKING_ID = 'roxbury-20270313-abcdefgh';

type ConfirmationRequested = Extract<ConfirmationEvent, { type: 'ConfirmationRequested' }>['data'];
type Asked = Pick<ConfirmationRequested, 'act' | 'bookingId' | 'amountCents' | 'currency'>;

const aPayment = {
  capturedCents: 33_000,
  refunds: {},
  disputes: {},
  refundOrders: {},
  byHand: { hostCents: 0, platformCents: 0 },
  settledOtherwise: { refundCents: 0, chargeCents: 0, paidChargeCents: 0 },
  wrongCharge: null,
};

/** What one admin asks another to confirm. */
const requestsOf = async (
  act: ConfirmedAct,
  input: CaseInput,
  changedStates: Readonly<Record<string, unknown>>,
): Promise<Asked[]> => {
  const states: Record<string, unknown> = {
    payment: aPayment,
    payout: { adjustments: [] },
    courtDay: { bookings: new Map() },
    ...changedStates,
  };
  const requests: Asked[] = [];
  const secondAdmin = new SecondAdminAboveAmount(
    {
      findHandled: async () => null,
      handle: async (_: unknown, __: string, { type, data }: { type: string; data: never }) => {
        if (type === 'RequestConfirmation') requests.push(data);
        return { state: { request: data }, position: null };
      },
    } as unknown as CommandHandling,
    { load: async ({ category }: { category: string }) => states[category] } as unknown as Streams,
    { derived: () => 'c1' } as unknown as Ids,
    {} as PolicyDrafts,
    {
      policy: { secondAdminAboveCents: LIMIT, secondAdminHours: 72, secondAdminWindowHours: 24 },
    } as Config,
  );
  await secondAdmin.request(act, input, systemContext('a case', '2027-03-16T20:00:00.000Z'));
  return requests.map(({ act: asked, bookingId, amountCents, currency }) => ({
    act: asked,
    bookingId,
    amountCents,
    currency,
  }));
};

const toBePaid = {
  status: 'confirmed',
  cancellation: null,
  totalCents: 33_000,
  payBy: '2027-03-10T20:00:00.000Z',
};

/** What one admin asks another to confirm by a ruling about a charge of 330 dollars. */
const requestedBy = async (
  report: Parameters<typeof incidentReported>[0],
  {
    isUpheld = true,
    capturedCents = 33_000,
    isEscalated = true,
    booking = toBePaid as Omit<typeof toBePaid, 'payBy'> & { payBy: string | null },
  } = {},
) => {
  const events = [
    { ...incidentReported(report), data: { ...aReport(report), bookingId: BOOKING_ID } },
    ...(isEscalated ? [incidentEscalated(report)] : []),
  ];
  const requests = await requestsOf(
    'incident_ruling',
    { params: { incidentId: 'booking-1.weather' }, body: { isUpheld, reason: 'It rained.' } },
    {
      incident: events.reduce(incident.evolve, incident.initial as Incident | null),
      payment: { ...aPayment, capturedCents },
      courtDay: { bookings: new Map([[BOOKING_ID, booking]]) },
    },
  );
  return requests.map(({ act, bookingId, amountCents }) => [act, bookingId, amountCents]);
};

/** What one admin asks another to confirm by settling a part of a wrong charge. */
const settledBy = (amount: string, changes: Partial<WrongCharge> = {}) =>
  requestsOf(
    'settlement',
    { params: { bookingId: BOOKING_ID }, body: { amount, outcome: 'paid', reason: 'By check.' } },
    {
      payment: {
        ...aPayment,
        capturedCents: 0,
        wrongCharge: { ...wrongChargeOf(50_000), currency: 'jpy', ...changes },
      },
    },
  );

describe('the settlement of a wrong charge', () => {
  it('has the currency of the charge', async () => {
    expect(await settledBy('20000')).toEqual([]);
    expect(await settledBy('20001')).toEqual([
      { act: 'settlement', bookingId: BOOKING_ID, amountCents: 20_001, currency: 'jpy' },
    ]);
  });

  it('counts earlier settlements', async () => {
    expect(await settledBy('10000', { settledCents: 10_000 })).toEqual([]);
    expect(await settledBy('10000', { settledCents: 10_001 })).toMatchObject([
      { amountCents: 10_000 },
    ]);
  });
});

describe('a ruling', () => {
  it.each([
    ['weather', ofWeather],
    ['no-show of the host', byPlayer],
  ] as const)('needs a second admin if it refunds more than the limit: %s', async (_, report) =>
    expect(await requestedBy(report)).toEqual([['incident_ruling', BOOKING_ID, 33_000]]),
  );

  it('needs a second admin even if the charge is still open', async () => {
    expect(await requestedBy(ofWeather, { capturedCents: 0 })).toEqual([
      ['incident_ruling', BOOKING_ID, 33_000],
    ]);
    const unpaid = { ...toBePaid, payBy: null };
    expect(await requestedBy(ofWeather, { capturedCents: 0, booking: unpaid })).toEqual([]);
    const small = { ...toBePaid, totalCents: LIMIT };
    expect(await requestedBy(ofWeather, { capturedCents: 0, booking: small })).toEqual([]);
  });

  it('needs no second admin if it refunds no more than the limit', async () => {
    expect(await requestedBy(ofWeather, { isUpheld: false })).toEqual([]);
    expect(await requestedBy(ofWeather, { capturedCents: LIMIT })).toEqual([]);
    expect(await requestedBy({})).toEqual([]);
    expect(await requestedBy(ofDamage)).toEqual([]);
  });

  it('needs no second admin while the report cannot be decided yet', async () =>
    expect(await requestedBy(ofWeather, { isEscalated: false })).toEqual([]));
});
