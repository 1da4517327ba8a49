import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { wishesFromAddress } from './cities.commands.js';
import { cityDemand } from './city-demand.projection.js';

let courtly: Courtly;
let addresses = 0;

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
});
afterAll(() => courtly?.stop());

const anAddress = () => `203.0.113.${++addresses}`;
const wish = (city: string, email = `${randomUUID()}@example.test`, address = anAddress()) =>
  courtly
    .visitor()
    .post('/api/city-requests')
    .set('X-Forwarded-For', address)
    .send({ city, email });

/** The cities that admins see, once the read model has counted this many requests. */
const demandOf = (slug: string, requests: number) =>
  eventually(`${slug} has ${requests} requests`, () =>
    courtly.app
      .get(ReadModels)
      .read(cityDemand, (collection) => collection.findOne({ _id: slug, requests })),
  );

/** The stored events of a person's request for a city. */
const wishOf = (email: string, slug: string) =>
  courtly.app
    .get(EventStore)
    .read(`cityWish-${courtly.app.get(KeyedHashes).hashOfName('cityRequest', `${email} ${slug}`)}`);

it('counts each person once per city, regardless of spelling', async () => {
  expect((await wish('St. Louis', 'ada@example.test').expect(201)).body).toEqual({
    city: 'St. Louis',
    requests: 1,
  });
  await demandOf('st-louis', 1);
  expect((await wish('st louis', 'eve@example.test').expect(201)).body).toEqual({
    city: 'st louis',
    requests: 2,
  });
  await demandOf('st-louis', 2);
  expect((await wish('ST. LOUIS', 'ADA@example.test').expect(201)).body).toEqual({
    city: 'ST. LOUIS',
    requests: 2,
  });
  expect((await wish('St. Paul', 'ada@example.test').expect(201)).body).toEqual({
    city: 'St. Paul',
    requests: 1,
  });
});

it('counts all simultaneous requests', async () => {
  await Promise.all(Array.from({ length: 8 }, () => wish('Tucson').expect(201)));
  await demandOf('tucson', 8);
  expect((await wish('Tucson').expect(201)).body.requests).toBe(9);
});

it('stores each request in a separate stream, so that none grows with demand', async () => {
  for (const name of ['ada', 'eve', 'ada']) await wish('Mesa', `${name}@example.test`).expect(201);
  await demandOf('mesa', 2);
  for (const name of ['ada', 'eve'])
    expect(await wishOf(`${name}@example.test`, 'mesa')).toHaveLength(1);
});

it('returns the first response to a retry', async () => {
  const idempotencyKey = randomUUID();
  const send = () =>
    wish('Boise', 'ada@example.test').set('Idempotency-Key', idempotencyKey).expect(201);
  const [firstResponse, secondResponse] = [await send(), await send()];
  expect([secondResponse.body, secondResponse.headers['courtly-position']]).toEqual([
    firstResponse.body,
    firstResponse.headers['courtly-position'],
  ]);
});

it('shows the demand to admins and stores no email', async () => {
  const email = 'robin.baseline@example.test';
  await wish('Santa Fe', email).expect(201);
  const document = await demandOf('santa-fe', 1);
  expect(document).toMatchObject({ city: 'Santa Fe' });
  const log = JSON.stringify(await wishOf(email, 'santa-fe'));
  expect(log).toContain('Santa Fe');
  expect(log + JSON.stringify(document)).not.toContain('baseline');
});

it.each([
  ['no letters', { city: '12345' }, 'city'],
  ['one letter', { city: 'A' }, 'city'],
  ['a malformed email', { email: 'nobody' }, 'email'],
  ['an unknown field', { requests: 1_000 }, 'body'],
])('rejects a request with %s', async (_, wrongFields, field) => {
  const body = { city: 'Tucson', email: 'ada@example.test', ...wrongFields };
  const response = await courtly.visitor().post('/api/city-requests').send(body).expect(400);
  expect(response.body).toMatchObject({
    code: 'invalid_request',
    details: { fields: [{ field }] },
  });
});

it('limits requests per IP address', async () => {
  const { points, duration } = wishesFromAddress;
  const address = anAddress();
  const responses = await Promise.all(
    Array.from({ length: points + 1 }, () => wish('Reno', undefined, address)),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(points);
  const refusedResponse = responses.find(({ status }) => status === 429)!;
  expect(refusedResponse.body.code).toBe('too_many_requests');
  expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(duration - 60);
  await wish('Reno').expect(201);
});
