import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startStores, type Stores } from '../../../testing/stores.js';
import { readConfig } from '../../config.js';
import { RedisClient } from './redis.js';

let stores: Stores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const startClient = async (environment: Record<string, string> = {}) => {
  const client = new RedisClient(readConfig({ ...stores.environment, ...environment }));
  await client.onModuleInit();
  return client;
};

it('responds to the first command after the start', async () => {
  const client = await startClient();
  expect(await client.commands.ping()).toBe('PONG');
  client.onApplicationShutdown();
});

it('starts while Redis refuses connections, and reports it as down', async () => {
  const client = await startClient({ REDIS_URL: 'redis://127.0.0.1:1' });
  expect(await client.ping()).toBe(false);
  client.onApplicationShutdown();
});
