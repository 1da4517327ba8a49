import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import type { PolicyDrafts } from '../../people/policies/policy-drafts.service.js';
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
import { type Incident, incident } from '../incidents/incident.js';
import { SecondAdminAboveAmount } from './second-admin.service.js';

const LIMIT = 20_000;
const BOOKING_ID = 'roxbury-20270313-abcdefgh';

/** What one admin asks another to confirm by a ruling about a charge of 330 dollars. */
const requestedBy = async (
  report: Parameters<typeof incidentReported>[0],
  { isUpheld = true, capturedCents = 33_000, isEscalated = true } = {},
) => {
  const events = [
    { ...incidentReported(report), data: { ...aReport(report), bookingId: BOOKING_ID } },
    ...(isEscalated ? [incidentEscalated(report)] : []),
  ];
  const states: Record<string, unknown> = {
    incident: events.reduce(incident.evolve, incident.initial as Incident | null),
    payment: {
      capturedCents,
      refunds: {},
      disputes: {},
      refundOrders: {},
      byHand: { hostCents: 0, platformCents: 0 },
      settledOtherwise: { refundCents: 0, chargeCents: 0, paidChargeCents: 0 },
    },
    payout: { adjustments: [] },
    courtDay: { bookings: new Map() },
  };
  const requests: { bookingId: string; amountCents: number; act: string }[] = [];
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
  await secondAdmin.request(
    'incident_ruling',
    { params: { incidentId: 'booking-1.weather' }, body: { isUpheld, reason: 'It rained.' } },
    systemContext('ruling', '2027-03-16T20:00:00.000Z'),
  );
  return requests.map(({ act, bookingId, amountCents }) => [act, bookingId, amountCents]);
};

describe('a ruling that refunds more than the limit', () => {
  it.each([
    ['weather', ofWeather],
    ['no-show of the host', byPlayer],
  ] as const)('needs a second admin: %s', async (_, report) =>
    expect(await requestedBy(report)).toEqual([['incident_ruling', BOOKING_ID, 33_000]]),
  );

  it('needs none without a refund', async () => {
    expect(await requestedBy(ofWeather, { isUpheld: false })).toEqual([]);
    expect(await requestedBy(ofWeather, { capturedCents: LIMIT })).toEqual([]);
    expect(await requestedBy({})).toEqual([]);
    expect(await requestedBy(ofDamage)).toEqual([]);
  });

  it('leaves the refusal of a report that no one may decide yet to the decision', async () =>
    expect(await requestedBy(ofWeather, { isEscalated: false })).toEqual([]));
});
