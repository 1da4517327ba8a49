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
}, 30_000);
afterAll(() => courtly?.stop());

const anAddress = () => `203.0.113.${++addresses}`;
const wish = (city: string, email = `${randomUUID()}@example.test`, address = anAddress()) =>
  courtly
    .visitor()
    .post('/api/city-requests')
    .set('X-Forwarded-For', address)
    .send({ city, email });

/** What operators see of a city once the read model holds so many wishes. */
const demandOf = (slug: string, requests: number) =>
  eventually(`${requests} wishes for ${slug}`, () =>
    courtly.app.get(ReadModels).read(cityDemand, (all) => all.findOne({ _id: slug, requests })),
  );

/** The events of one person's wish for a city, as they are stored. */
const wishOf = (email: string, slug: string) =>
  courtly.app
    .get(EventStore)
    .read(`cityWish-${courtly.app.get(KeyedHashes).ofName('cityRequest', `${email} ${slug}`)}`);

it('counts everybody once for a city, however they write it', async () => {
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

it('counts all of many who ask at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => wish('Tucson').expect(201)));
  await demandOf('tucson', 8);
  expect((await wish('Tucson').expect(201)).body.requests).toBe(9);
});

it('keeps each wish in a stream of its own, so that none grows with the demand', async () => {
  for (const name of ['ada', 'eve', 'ada']) await wish('Mesa', `${name}@example.test`).expect(201);
  await demandOf('mesa', 2);
  for (const name of ['ada', 'eve'])
    expect(await wishOf(`${name}@example.test`, 'mesa')).toHaveLength(1);
});

it('answers a request that is sent again as before, and once', async () => {
  const key = randomUUID();
  const send = () => wish('Boise', 'ada@example.test').set('Idempotency-Key', key).expect(201);
  const [first, again] = [await send(), await send()];
  expect([again.body, again.headers['courtly-position']]).toEqual([
    first.body,
    first.headers['courtly-position'],
  ]);
});

it('shows operators the demand, and keeps no e-mail anywhere', async () => {
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
  ['a malformed e-mail', { email: 'nobody' }, 'email'],
  ['a field that it does not know', { requests: 1_000 }, 'body'],
])('refuses %s', async (_, wrong, field) => {
  const body = { city: 'Tucson', email: 'ada@example.test', ...wrong };
  const answer = await courtly.visitor().post('/api/city-requests').send(body).expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid_request', details: { fields: [{ field }] } });
});

it('is limited for each address', async () => {
  const { points, duration } = wishesFromAddress;
  const address = anAddress();
  const answers = await Promise.all(
    Array.from({ length: points + 1 }, () => wish('Reno', undefined, address)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(points);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe('too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(duration - 60);
  await wish('Reno').expect(201);
});
