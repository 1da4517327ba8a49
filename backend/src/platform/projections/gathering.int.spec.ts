import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

/** A projector, and an API process with a separate connection to Redis. */
let courtly: Courtly;
let api: NestExpressApplication;
let agent: ReturnType<typeof supertest.agent>;
let court: CourtDetail;
let slots: Slot[];

beforeAll(async () => {
  courtly = await startCourtly({
    // Longer than a read waits for a write to appear.
    PROJECTION_GATHER_MS: '600000',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  api = await createApp({ ...courtly.config, ROLES: ['api'] });
  await api.listen(0, courtly.config.HOST);
  const host = await courtly.register('owner');
  court = await courtly.court(host);
  slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  const { email, password }: Member = await courtly.player();
  agent = supertest.agent(await api.getUrl());
  await agent.post('/api/auth/login').send({ email, password }).expect(200);
});
afterAll(async () => {
  await api?.close();
  await courtly?.stop();
});

const book = async () => {
  const { start, end } = slots.pop()!;
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

it('shows users their writes while it gathers, even if another process serves them', async () => {
  const first = await book();
  expect(await listAfter(first.position)).toContain(first.id);
  await eventually(
    'the projector has no readers',
    async () => !courtly.app.get(Readers).areWaiting,
  );
  const second = await book();
  await eventually(
    'the batch of the second booking is written',
    async () => (await shownPosition()) >= second.position,
  );

  const third = await book();
  expect((await shownPosition()) < third.position).toBe(true);
  expect(await listAfter(third.position)).toEqual(
    expect.arrayContaining([first.id, second.id, third.id]),
  );
});
