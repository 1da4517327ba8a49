import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { createApp } from '../../app.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { ReadModels } from './read-models.js';
import { Readers } from './readers.js';

const ROUNDS = 50;

/** A projector, and an API process with a separate connection to Redis. */
let courtly: Courtly;
let api: NestExpressApplication;
let agent: ReturnType<typeof supertest.agent>;
let court: CourtDetail;
let slots: Slot[];
let skippedMs = 0;
let isGathering = false;

beforeAll(async () => {
  courtly = await startCourtly({
    // Longer than a read waits for a write to appear.
    PROJECTION_GATHER_MS: '600000',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  const readers = courtly.app.get(Readers);
  const waitForAny = readers.waitForAny.bind(readers);
  jest.spyOn(readers, 'waitForAny').mockImplementation(async (...wait) => {
    isGathering = true;
    await waitForAny(...wait).finally(() => (isGathering = false));
  });
  api = await createApp({ ...courtly.config, ROLES: ['api'] });
  await api.listen(0, courtly.config.HOST);
  const host = await courtly.register('owner');
  court = await courtly.court(host);
  const today = localDate(court.zone, Date.now());
  slots = [];
  for (let day = 1; slots.length < 3 * ROUNDS; day++)
    slots.push(...(await courtly.slots(court.id, addDays(today, day))));
  const { email, password }: Member = await courtly.player();
  agent = supertest.agent(await api.getUrl());
  await agent.post('/api/auth/login').send({ email, password }).expect(200);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await api?.close();
  await courtly?.stop();
});

const book = async () => {
  const { start, end } = slots.shift()!;
  const booking = { courtId: court.id, startTime: start, endTime: end };
  const response = await agent.post('/api/bookings').send(booking).expect(201);
  return { id: (response.body as Booking).id, position: response.get('Courtly-Position')! };
};
const listAfter = async (position: string) => {
  const response = await agent.get('/api/bookings').set('Courtly-After', position).expect(200);
  expect(response.get('Courtly-Stale')).toBeUndefined();
  return (response.body as Booking[]).map(({ id }) => id);
};
const shownPosition = () => courtly.app.get(ReadModels).position(bookings);

/** Advances the clock of `performance.now()` so far that the projector forgets its readers. */
const forgetReaders = () => {
  skippedMs += 2_000;
  expect(courtly.app.get(Readers).areWaiting).toBe(false);
};

it(`shows users each of ${2 * ROUNDS} writes while it gathers, even if another process serves them`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    forgetReaders();
    const first = await book();
    await eventually(
      'the projector writes a booking that no one waits for',
      async () => (await shownPosition()) >= first.position,
    );
    await eventually('the projector gathers', async () => isGathering);
    const gathered = await book();
    expect((await shownPosition()) < gathered.position).toBe(true);
    expect(await listAfter(gathered.position)).toContain(gathered.id);

    // This is too soon after the last read for the API to announce another one.
    const next = await book();
    expect(await listAfter(next.position)).toContain(next.id);
  }
});
