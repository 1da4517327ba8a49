import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Analytics, EarningsOfMonth, HostFigures } from '@courtly/contracts/hosting';
import type { WhatIf } from '@courtly/contracts/what-if';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { observe } from '../../../testing/observer.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { eventually } from '../../../testing/stores.js';
import { earnings, zeroAmounts } from './earnings.projection.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;

const get = async <T>(path: string, requester = host) =>
  (await requester.agent.get(path).expect(200)).body as T;
const zeros = {
  bookings: 0,
  completed: 0,
  cancelled: 0,
  expected: '0.00',
  earned: '0.00',
  lateFees: '0.00',
};

beforeAll(async () => {
  courtly = await startCourtly();
  host = await courtly.register('owner');
  court = await courtly.court(host);
});

afterAll(() => courtly?.stop());

it('adds up requested, confirmed, completed, and canceled bookings', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => courtly.player()));
  const day = addDays(localDate(court.zone, Date.now()), 3);
  await players[0]!.agent
    .put('/api/auth/me/preferences')
    .send({ skillLevel: '4.0', surfaces: [], socialTags: [] })
    .expect(200);
  const slots = await courtly.slots(court.id, day);
  const confirmedBooking: Booking[] = [];
  for (const [index, player] of players.entries())
    confirmedBooking.push(
      (await courtly.book(player, court.id, slots[index]!).expect(201)).body as Booking,
    );
  const [played, late, declined] = confirmedBooking.map(({ id }) => id);
  const respond = (id: string, requestBody: object) =>
    host.agent.patch(`/api/bookings/${id}/status`).send(requestBody).expect(200);
  await respond(played!, { status: 'confirmed' });
  await respond(late!, { status: 'confirmed' });
  await respond(declined!, { status: 'cancelled', reason: 'weather' });

  await eventually('all bookings are counted', async () => {
    const { total, pending, upcoming } = await get<HostFigures>('/api/host/figures');
    return total.expected === '594.00' && total.cancelled === 1 && pending === 1 && upcoming === 3;
  });

  courtly.config.CLOCK_OFFSET_MS = Date.parse(slots[1]!.start) - 60_000 - Date.now();
  await players[1]!.agent.post(`/api/bookings/${late!}/cancel`).send({}).expect(200);
  courtly.config.CLOCK_OFFSET_MS = Date.parse(`${addDays(day, 1)}T20:00:00.000Z`) - Date.now();
  await eventually('the other bookings have ended', async () => {
    await courtly.app.get(ProcessRunner).sweep();
    const { total, pending } = await get<HostFigures>('/api/host/figures');
    return total.completed === 1 && pending === 0;
  });

  const sums = {
    ...zeros,
    bookings: 1,
    completed: 1,
    cancelled: 3,
    earned: '445.50',
    lateFees: '148.50',
  };
  const total = { ...sums, refunds: '165.00' };
  const month = { ...total, month: day.slice(0, 7) };
  expect(await get<HostFigures>('/api/host/figures')).toEqual({
    courts: { listed: 1, active: 1 },
    pending: 0,
    upcoming: 0,
    month: month.month === addDays(day, 1).slice(0, 7) ? month : expect.objectContaining(zeros),
    total,
  });
  expect(await get<EarningsOfMonth[]>('/api/host/earnings')).toEqual([month]);

  const { months, total: inPeriod, use } = await get<Analytics>('/api/host/analytics?months=3');
  expect(months).toHaveLength(3);
  // The court was listed three full days ago and is open from 7 AM to 9 PM.
  const used = { offered: 3 * 14, played: 1 };
  expect(months).toContainEqual(expect.objectContaining(month));
  expect(inPeriod).toEqual(total);
  expect(use.total).toEqual(used);
  expect(use.courts).toEqual([{ courtId: court.id, name: court.name, ...used }]);
  expect(use.weekdays.reduce((sum, { offered }) => sum + offered, 0)).toBe(use.total.offered);
  expect(months.reduce((sum, { use: { offered } }) => sum + offered, 0)).toBe(use.total.offered);
});

it('shows responses, cancellations, and booked hours for one court and for all', async () => {
  const analytics = await get<Analytics>('/api/host/analytics?months=3');
  const ofCourt = await get<Analytics>(`/api/host/courts/${court.id}/analytics?months=3`);
  expect(ofCourt).toEqual(analytics);
  const { answers, cancellations, hours } = ofCourt;
  expect(answers).toEqual({
    accepted: 2,
    declined: 1,
    expired: 1,
    atOnce: 0,
    usualMinutes: expect.any(Number),
  });
  expect(cancellations).toEqual({ byPlayers: 1, byHost: 0, excused: 0, byOthers: 0 });
  expect(hours.flatMap(({ booked }) => booked).filter(Boolean)).toEqual([1]);
  expect(hours.map(({ booked }) => booked[7]).filter(Boolean)).toEqual([1]);

  const firstResponse = await host.agent.get(`/api/host/courts/${court.id}/analytics`).expect(200);
  await host.agent
    .get(`/api/host/courts/${court.id}/analytics`)
    .set('If-None-Match', firstResponse.get('ETag')!)
    .expect(304);
});

it('exports the analytics as CSV with formulas escaped', async () => {
  const { location, street, address, surfaceType, hourlyRate } = court;
  const change = host.agent.put(`/api/courts/${court.id}`);
  for (const [field, value] of Object.entries({
    location,
    street,
    address,
    surfaceType,
    hourlyRate,
  }))
    void change.field(field, value);
  await change.field('name', '=1+1 Court').expect(200);
  await eventually('the new name is in the file', async () => {
    const { text } = await host.agent.get('/api/host/analytics.csv?months=3').expect(200);
    return text.includes(`"'=1+1 Court"`);
  });
  const { text, headers } = await host.agent.get('/api/host/analytics.csv?months=3').expect(200);
  expect(headers['content-disposition']).toBe('attachment; filename="analytics.csv"');
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toMatch(/^"Month","Court","Hours offered","Hours played"/);
  expect(lines).toHaveLength(3);
  expect(lines.filter((line) => line.includes('"445.50","148.50","165.00"'))).toHaveLength(1);
});

it('simulates other rules only for the host', async () => {
  const ask = (query: string) => get<WhatIf>(`/api/host/courts/${court.id}/what-if?${query}`);
  const was = { bookings: 2, earned: '445.50' };
  expect(await ask('months=3')).toMatchObject({ was, wouldBe: was, misfits: [] });
  expect((await ask('months=3&rate=400')).wouldBe).toEqual({ bookings: 2, earned: '594.00' });
  expect(await ask('months=3&from=9')).toMatchObject({
    wouldBe: { bookings: 0, earned: '0.00' },
    closed: 2,
  });
  const otherMember = await courtly.register('owner');
  await otherMember.agent.get(`/api/host/courts/${court.id}/what-if`).expect(404);
  await otherMember.agent.get(`/api/host/courts/${court.id}/analytics`).expect(404);
});

it('returns the same analytics after a rebuild', async () => {
  const [previousAnalytics, observer] = [
    await get<Analytics>('/api/host/analytics?months=24'),
    await observe(courtly.config),
  ];
  try {
    const hashes = await observer.hashes();
    const id = randomUUID();
    await observer.askForRebuild(id);
    await eventually('every rebuild is done', async () => {
      const checkpoints = await observer.checkpoints().find({}).toArray();
      return checkpoints.every(({ rebuild }) => rebuild?.id === id && rebuild.state === 'done');
    });
    const after = await observer.hashes();
    for (const name of ['courtUse', 'courtOffers', 'earnings'])
      expect([name, after[name]]).toEqual([name, hashes[name]]);
    expect(hashes['courtUse']).toMatch(/^[0-9a-f]{64}$/);
    expect(await get<Analytics>('/api/host/analytics?months=24')).toEqual(previousAnalytics);
  } finally {
    await observer.close();
  }
});

it('shows the host of a court to visitors and player records to the host', async () => {
  const visitor = courtly.visitor();
  const { body } = await visitor.get(`/api/courts/${court.id}/host`).expect(200);
  const { id, firstName, createdAt } = host.user;
  expect(body).toEqual({
    id,
    firstName,
    memberSince: createdAt,
    isApproved: false,
    hoursHosted: 1,
    answersWithinMinutes: expect.any(Number),
  });
  await visitor.get('/api/courts/0000000000/host').expect(404);
  const requests = await get<HostBooking[]>('/api/host/bookings');
  const records = requests.map(({ user, status, cancelReason }) => [
    status,
    cancelReason,
    user.record,
  ]);
  const newPlayer = {
    memberSince: expect.any(String),
    level: null,
    rating: { rating: null, count: 0 },
  };
  expect(records).toContainEqual([
    'completed',
    null,
    { ...newPlayer, level: '4.0', played: 1, cancelled: 0 },
  ]);
  expect(records).toContainEqual([
    'cancelled',
    'player_cancelled',
    { ...newPlayer, played: 0, cancelled: 1 },
  ]);
  expect(records).toContainEqual([
    'cancelled',
    'host_declined',
    { ...newPlayer, played: 0, cancelled: 0 },
  ]);
});

it('shows other hosts no figures of this court', async () => {
  const otherMember = await courtly.register('owner');
  expect(await get<EarningsOfMonth[]>('/api/host/earnings', otherMember)).toEqual([]);
  expect(await get<HostFigures>('/api/host/figures', otherMember)).toMatchObject({
    courts: { listed: 0, active: 0 },
    total: { ...zeros, refunds: '0.00' },
  });
  const { months, use } = await get<Analytics>('/api/host/analytics', otherMember);
  expect(months.map((month) => month.bookings)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(use.courts).toEqual([]);
});

it('lists months in pages, newest first', async () => {
  const { user, agent } = await courtly.register('owner');
  const months = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2025, index, 1)).toISOString().slice(0, 7),
  );
  await courtly.app.get(ReadModels).read(earnings, (collection) =>
    collection.insertMany(
      months.map((month) => ({
        _id: `${user.id}_${month}`,
        position: '0'.repeat(20),
        hostId: user.id,
        month,
        ...zeroAmounts,
        bookings: 1,
      })),
    ),
  );
  const collectionNames: string[] = [];
  for (let next: string | undefined = '/api/host/earnings?limit=12'; next;) {
    const response: Awaited<ReturnType<typeof agent.get>> = await agent.get(next).expect(200);
    collectionNames.push(...(response.body as EarningsOfMonth[]).map(({ month }) => month));
    next = nextPageUrl(response);
  }
  expect(collectionNames).toEqual(months.toReversed());
});

it('accepts queries at the limits', async () => {
  await get('/api/host/analytics?months=24');
  await get('/api/host/analytics?months=1');
  const { text } = await host.agent.get('/api/host/analytics.csv?months=24').expect(200);
  expect(text.trim().split('\r\n')).toHaveLength(25);
  await get(
    `/api/host/courts/${court.id}/what-if?months=12&buffer=720&rate=10000&from=23&to=24&days=sunday`,
  );
  await get(`/api/host/courts/${court.id}/what-if?months=1&buffer=0&rate=1&from=0&to=1`);
});

it.each([
  '/api/host/analytics?months=25',
  '/api/host/analytics.csv?months=0',
  '/api/host/courts/any/what-if?months=13',
  '/api/host/courts/any/what-if?buffer=721',
  '/api/host/courts/any/what-if?rate=0.99',
  '/api/host/courts/any/what-if?from=9&to=9',
  '/api/host/courts/any/what-if?days=monday,someday',
  '/api/host/earnings?limit=121',
])('rejects %s', async (path) => {
  const { status } = await host.agent.get(path);
  expect(status).toBe(400);
});
