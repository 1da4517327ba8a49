import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { readConfig } from '../../config.js';
import { Mongo } from '../stores/mongo.js';
import { type Stores, startStores } from '../../../testing/stores.js';
import { LEASE_MS } from './heartbeats.js';
import { Projectors } from './projectors.js';

let stores: Stores;
let mongo: Mongo;

beforeAll(async () => {
  stores = await startStores();
  mongo = new Mongo(readConfig({ ...stores.environment }));
  mongo.onModuleInit();
});

afterAll(async () => {
  await mongo?.onApplicationShutdown();
  await stores?.stop();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const isSeen = async (registrant: Projectors, by: Projectors) =>
  (await by.liveProcesses()).some(({ id }) => id === registrant.processId);

it('a paused process registers again with its next heartbeat if it was removed', async () => {
  const [registrant, observer] = [new Projectors(mongo), new Projectors(mongo)];
  const beat = () => registrant.heartbeat(['bookings@1'], false);
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  await beat();
  expect(await isSeen(registrant, observer)).toBe(true);

  now += LEASE_MS;
  expect(await isSeen(registrant, observer)).toBe(false);

  await beat();
  expect(await isSeen(registrant, observer)).toBe(true);
  now += LEASE_MS;
  await beat();
  expect(await isSeen(registrant, observer)).toBe(true);
});
