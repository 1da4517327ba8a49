import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually, startStores, type Stores } from '../../../testing/stores.js';
import { startProxy } from '../../../testing/tcp-proxy.js';
import { readConfig } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { Queues } from '../processes/queues.js';
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

describe('after a Redis host disappears without closing its connections', () => {
  const socketOf = ({ environment: { REDIS_URL: url = '' } }: Stores) =>
    url.startsWith('/') ? url : Number(new URL(url).port);
  const RECONNECTED_WITHIN_MS = 60_000;

  it('commands and messages use its replacement', async () => {
    const proxy = await startProxy(socketOf(stores));
    const client = await startClient({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    const received: string[] = [];
    const subscriber = client.createSubscriber();
    try {
      for (const connection of [client.subscriber, subscriber]) {
        await connection.subscribe('updates');
        connection.on('message', (_channel, message) => received.push(message));
      }
      proxy.freeze();
      await eventually(
        'both subscribers receive a message',
        async () => {
          await client.commands.publish('updates', 'fresh').catch(() => 0);
          return received.length >= 2;
        },
        RECONNECTED_WITHIN_MS,
      );
    } finally {
      subscriber.disconnect();
      client.onApplicationShutdown();
      await proxy.stop();
    }
  });

  it('jobs are queued and run on its replacement', async () => {
    const proxy = await startProxy(socketOf(stores));
    const config = readConfig({
      ...stores.environment,
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    });
    const queues = new Queues(config, new Clock(config));
    const ran: string[] = [];
    try {
      queues.processJobs('money', async (_process, id) => ran.push(id));
      const process = { name: 'settlement', queue: 'money' } as const;
      await queues.addJobs(process, [{ id: 'first', due: null, data: {} }]);
      await eventually('the worker is connected', async () => ran.length === 1);
      proxy.freeze();
      const adding = queues.addJobs(process, [{ id: 'second', due: null, data: {} }]);
      await eventually('the job runs', async () => ran.includes('second'), RECONNECTED_WITHIN_MS);
      await adding;
    } finally {
      await queues.beforeApplicationShutdown();
      await queues.onApplicationShutdown();
      await proxy.stop();
    }
  });
});
