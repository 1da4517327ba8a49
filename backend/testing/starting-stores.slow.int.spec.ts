import { startMongoDb } from '@courtly/standin-mongodb';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp } from '../src/app.js';
import { caller } from './caller.js';
import { type Observer, observe } from './observer.js';
import { type Processes, type Service, startProcesses, untilReady } from './processes.js';
import { eventually } from './stores.js';

let processes: Processes;
let vault: Awaited<ReturnType<typeof startMongoDb>>;
let observer: Observer | undefined;

/** Log lines about a store. */
const saidOf = (service: Service, store: string) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { store?: string; state?: string })
    .filter((line) => line.store === store)
    .map(({ state }) => state);

beforeAll(async () => {
  processes = await startProcesses();
  vault = await startMongoDb({ port: 0 });
});

afterAll(async () => {
  await observer?.close();
  await processes?.stop();
  await vault?.stop();
});

it('a worker starts without MongoDB, reports it, and works once it is available', async () => {
  await processes.mongo.end();
  const environment = { VAULT_URI: vault.url, LOG_LEVEL: 'info' };
  const worker = await processes.courtly('worker', environment);
  await eventually('the worker logs that MongoDB is lost', async () =>
    saidOf(worker, 'MongoDB').includes('lost'),
  );
  const ready = await fetch(`http://127.0.0.1:${worker.port}/api/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: 'store_unavailable' }]);

  await processes.mongo.start();
  const api = await processes.courtly('api,projector', environment);
  await untilReady(api);
  const [host, player] = [caller(api.port), caller(api.port)];
  await Promise.all([host.register('owner'), player.register('player')]);
  const court = await host.court();
  const [hour] = await player.hours(court, 1);
  expect((await player.book(court, hour!)).status).toBe(201);
  observer = await observe({ ...processes.config, VAULT_URI: vault.url });
  const followed = () => observer!.readModels().collection('positions').findOne({});
  await eventually('the worker follows the log', followed, 20_000);
  expect(saidOf(worker, 'MongoDB')).toEqual(['lost', 'back']);
});

it('an API starts without Redis, and allows signing in once it is available', async () => {
  await processes.redis.end();
  const api = await processes.courtly('api', { VAULT_URI: vault.url, LOG_LEVEL: 'info' });
  await eventually('the API logs that Redis is lost', async () =>
    saidOf(api, 'Redis').includes('lost'),
  );
  const visitor = caller(api.port);
  expect((await visitor.call('GET', '/api/courts')).status).toBe(200);

  await processes.redis.start();
  await eventually(
    'the API logs that Redis is back',
    async () => saidOf(api, 'Redis').includes('back'),
    20_000,
  );
  await caller(api.port).register('player');
  expect(saidOf(api, 'Redis')).toEqual(['lost', 'back']);

  processes.redis.freeze();
  await eventually(
    'the API logs that Redis hangs',
    async () => saidOf(api, 'Redis').length === 3,
    20_000,
  );
  processes.redis.thaw();
  await eventually(
    'the API logs that Redis is back',
    async () => saidOf(api, 'Redis').length === 4,
    20_000,
  );
  expect(saidOf(api, 'Redis')).toEqual(['lost', 'back', 'lost', 'back']);
});

it('a process waits for an unavailable vault, logs it, and then starts', async () => {
  await processes.mongo.end();
  const app = await createApp({ ...processes.config, ROLES: ['worker'] });
  const logEntries: unknown[] = [];
  const note = (message: unknown) => void logEntries.push(message);
  app.useLogger({ log: note, warn: note, error: note });
  const starting = app.init();
  await eventually('the process logs that MongoDB is lost', async () =>
    logEntries.some((message) =>
      JSON.stringify(message).includes('"store":"MongoDB","state":"lost"'),
    ),
  );
  await processes.mongo.start();
  await starting;
  await app.close();
});
