import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Erasure } from '@courtly/contracts/erasure';
import type {
  AdminIncident,
  BookingIncidents,
  Incident,
  Strikes,
} from '@courtly/contracts/incidents';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anAdmin } from '../../../testing/admin.js';
import {
  createCompletedBooking,
  createConfirmedBooking,
  moveClockTo,
} from '../../../testing/completed-booking.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { incidents } from './incidents.projection.js';

const readings: string[] = [];
let weather: Server;
let courtly: Courtly;
let host: Member;
let player: Member;
let admin: Member;
let court: CourtDetail;

beforeAll(async () => {
  weather = createServer((request, response) => {
    readings.push(request.url!);
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        hourly: {
          time: ['2027-03-13T18:00'],
          temperature_2m: [12.4],
          precipitation: [7.1],
          weather_code: [63],
        },
      }),
    );
  });
  await new Promise<void>((listening) => weather.listen(0, '127.0.0.1', listening));
  const { port } = weather.address() as AddressInfo;
  courtly = await startCourtly({
    POLICY_FILE: 'deploy/policies/open.json',
    WEATHER_URL: `http://127.0.0.1:${port}/forecast`,
  });
  [host, player, admin] = await Promise.all([
    courtly.register('owner'),
    courtly.player(),
    anAdmin(courtly),
  ]);
  court = await courtly.court(host, { latitude: '33.5312', longitude: '-111.9261' });
});
afterAll(async () => {
  await courtly?.stop();
  await new Promise((closed) => weather.close(closed));
});

const path = (bookingId: string) => `/api/bookings/${bookingId}/incidents`;
const report = (member: Member, bookingId: string, body: object) =>
  member.agent.post(path(bookingId)).send(body);
const incidentsOf = async (member: Member, bookingId: string) =>
  (await member.agent.get(path(bookingId)).expect(200)).body as BookingIncidents;
const untilStatus = (bookingId: string, status: Incident['status']) =>
  eventually(`the incident is ${status}`, async () => {
    const { incidents } = await incidentsOf(player, bookingId);
    return incidents[0]?.status === status && incidents[0];
  });
/** What the person must do about incidents before they can delete their account. */
const incidentBlockerOf = async ({ agent }: Member) => {
  const { body } = await agent.get('/api/account/erasure').expect(200);
  return (body as Erasure).blockers.find(({ code }) => code === 'incidents')?.message;
};
const untilAskedTo = (nextStep: string, member: Member) =>
  eventually(`the member is asked to ${nextStep}`, async () =>
    (await incidentBlockerOf(member))?.includes(`Please ${nextStep}`),
  );
const noShow = { kind: 'no_show', words: 'I waited for an hour.' };
const later = (instant: string, hours: number) =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

describe('a no-show report', () => {
  it('can be answered if the report of the other side is already decided', async () => {
    const guest = await courtly.player();
    const { id } = await createCompletedBooking(courtly, host, court, guest);
    await report(host, id, noShow).expect(201);
    await guest.agent
      .post(`${path(id)}/no_show/answer`)
      .send({ agrees: true })
      .expect(200);
    const { body } = await report(guest, id, noShow).expect(201);
    expect(body as Incident).toMatchObject({ status: 'open', owner: 'host' });
  });

  it('is decided by an admin if it is disputed, and strikes the reported person', async () => {
    const { id } = await createCompletedBooking(courtly, host, court, player);
    await report(await courtly.player(), id, noShow).expect(404);
    await report(host, id, noShow).expect(201);
    await report(host, id, noShow).expect(409);
    await host.agent
      .post(`${path(id)}/no_show/answer`)
      .send({ agrees: true })
      .expect(404);
    const { body } = await player.agent
      .post(`${path(id)}/no_show/answer`)
      .send({ agrees: false, words: 'I was there.' })
      .expect(200);
    expect(body as Incident).toMatchObject({ status: 'ruling', owner: 'admin', mayAnswer: false });
    const queued = await eventually('the incident is in the queue', async () => {
      const { body: queue } = await admin.agent.get('/api/admin/incidents').expect(200);
      return (queue as AdminIncident[]).find(({ bookingId }) => bookingId === id);
    });
    expect(queued).toMatchObject({ mayDecide: true, isOverdue: false, words: noShow.words });
    await admin.agent
      .post(`/api/admin/incidents/${queued.id}/decision`)
      .send({ isUpheld: true, reason: 'The camera shows it.' })
      .expect(200);
    expect((await untilStatus(id, 'upheld')).decision).toMatchObject({
      by: 'admin',
      reason: 'The camera shows it.',
    });
    await eventually('the strike counts', async () => {
      const { body: own } = await player.agent.get('/api/strikes').expect(200);
      return (own as Strikes).strikes.some(({ bookingId }) => bookingId === id);
    });
    expect((await host.agent.get('/api/strikes').expect(200)).body).toMatchObject({ strikes: [] });
  });

  it('can be made by both sides, and then waits for an admin', async () => {
    const late = await courtly.player();
    const { id } = await createCompletedBooking(courtly, host, court, late);
    await report(late, id, noShow).expect(201);
    expect((await incidentsOf(host, id)).canReport.map(({ kind }) => kind)).toContain('no_show');
    const { body } = await report(host, id, noShow).expect(201);
    expect(body as Incident).toMatchObject({ status: 'ruling', owner: 'admin', side: 'host' });
    await eventually('an admin has both reports', async () => {
      const { incidents, canReport } = await incidentsOf(late, id);
      const statuses = incidents.map(({ status }) => status).join();
      return statuses === 'ruling,ruling' && canReport.length === 0;
    });
  });

  it('is upheld without an answer, and two strikes leave only prepaid instant courts', async () => {
    const { id } = await createCompletedBooking(courtly, host, court, player);
    const { body } = await report(host, id, noShow).expect(201);
    await moveClockTo(courtly, (body as Incident).answerBy);
    await untilStatus(id, 'upheld');
    await eventually('only instant courts are left', async () => {
      const { body: own } = await player.agent.get('/api/strikes').expect(200);
      return (own as Strikes).isInstantOnly;
    });
    const date = later((body as Incident).answerBy, 72).slice(0, 10);
    const [slot] = await courtly.slots(court.id, date);
    const refused = await courtly.book(player, court.id, slot!).expect(403);
    expect(refused.body).toMatchObject({ code: 'instant_only' });
    expect((refused.body as { message: string }).message).toContain('After 2 no-shows in 90 days');
  });
});

describe('a weather claim', () => {
  it('stores the reading, and cancels the booking without cost if both sides agree', async () => {
    const rainedOn = await courtly.player();
    const { id, startTime } = await createConfirmedBooking(courtly, host, court, rainedOn);
    const claim = { kind: 'weather', words: 'It pours.', weather: 'rain' };
    await report(rainedOn, id, claim).expect(409);
    await moveClockTo(courtly, later(startTime, -1));
    const { body } = await report(rainedOn, id, claim).expect(201);
    expect((body as Incident).reading).toMatchObject({
      source: '127.0.0.1',
      rainMillimeters: 7.1,
      temperatureCelsius: 12.4,
    });
    const asked = new URL(readings.at(-1)!, 'http://weather');
    expect(asked.searchParams.get('start_hour')).toBe(`${startTime.slice(0, 13)}:00`);
    expect(asked.searchParams.get('latitude')).toBe('33.53');
    await host.agent
      .post(`${path(id)}/weather/answer`)
      .send({ agrees: true })
      .expect(200);
    await eventually('the booking is canceled', async () => {
      const { body: booking } = await rainedOn.agent.get(`/api/bookings/${id}`).expect(200);
      return (booking as Booking).status === 'cancelled';
    });
  });
});

describe('a damage claim', () => {
  it('belongs to the host, and is dismissed by an admin', async () => {
    const careful = await courtly.player();
    const { id } = await createCompletedBooking(courtly, host, court, careful);
    const claim = { kind: 'damage', words: 'The net is torn.', amount: '120.00' };
    await report(careful, id, claim).expect(409);
    const { body } = await report(host, id, claim).expect(201);
    expect(body as Incident).toMatchObject({ amount: '120.00', owner: 'player' });
    await untilAskedTo('respond under Problems', careful);
    await untilAskedTo('wait', host);
    const decision = { isUpheld: false, reason: 'The photo shows another court.' };
    const decisionPath = `/api/admin/incidents/${(body as Incident).id}/decision`;
    await admin.agent.post(decisionPath).send(decision).expect(409);
    await careful.agent
      .post(`${path(id)}/damage/answer`)
      .send({ agrees: false })
      .expect(200);
    await careful.agent.post(decisionPath).send(decision).expect(403);
    for (const side of [careful, host]) await untilAskedTo('wait', side);
    await admin.agent.post(decisionPath).send(decision).expect(200);
    await eventually(
      'the claim no longer blocks an erasure',
      async () => (await incidentBlockerOf(careful)) === undefined,
    );
    await admin.agent.post(decisionPath).send(decision).expect(409);
  });

  it('no longer blocks an erasure once the ruling is overdue', async () => {
    const careful = await courtly.player();
    const { id } = await createCompletedBooking(courtly, host, court, careful);
    await report(host, id, { kind: 'damage', words: 'The net is torn.', amount: '9.00' }).expect(
      201,
    );
    const { body } = await careful.agent
      .post(`${path(id)}/damage/answer`)
      .send({ agrees: false })
      .expect(200);
    await untilAskedTo('wait', careful);
    await moveClockTo(courtly, (body as Incident).dueAt!);
    expect(await incidentBlockerOf(careful)).toBeUndefined();
  });
});

it('blocks an erasure until its decision is carried out', async () => {
  const guest = await courtly.player();
  const { id } = await createCompletedBooking(courtly, host, court, guest);
  const { body } = await report(host, id, noShow).expect(201);
  await guest.agent
    .post(`${path(id)}/no_show/answer`)
    .send({ agrees: true })
    .expect(200);
  await eventually('the decision is carried out', async () => !(await incidentBlockerOf(guest)));
  const setSettleAt = (settleAt: string) =>
    courtly.app
      .get(ReadModels)
      .read(incidents, (collection) =>
        collection.updateOne({ _id: (body as Incident).id }, { $set: { settleAt } }),
      );
  await setSettleAt(later(new Date().toISOString(), -1));
  expect(await incidentBlockerOf(guest)).toContain("isn't resolved yet");
  await setSettleAt('');
  expect(await incidentBlockerOf(guest)).toBeUndefined();
});

it('lists decided reports by decision time, latest first', async () => {
  const decidedAt = await eventually('both decisions are listed', async () => {
    const { body } = await admin.agent
      .get('/api/admin/incidents')
      .query({ status: 'upheld' })
      .expect(200);
    const instants = (body as AdminIncident[]).map(({ decision }) => decision!.at);
    return instants.length > 2 && instants;
  });
  expect(decidedAt).toEqual([...decidedAt].sort().reverse());
});
