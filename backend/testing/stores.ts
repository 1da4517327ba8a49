import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { startEventStoreDb } from '@courtly/standin-eventstoredb';
import { startMongoDb } from '@courtly/standin-mongodb';
import { Redis } from 'ioredis';
import { patience } from './patience.js';

/** Addresses of the three stores for one test file, empty when it starts, and how to give them back. */
export type Stores = Readonly<{
  environment: Record<string, string>;
  folder: string;
  stop(): Promise<void>;
}>;

/** The limits that users get, for suites that measure them: tests have wider ones, since a busy machine is no fault. */
export const PRODUCTION_TIMEOUTS = {
  EVENTSTORE_CALL_TIMEOUT_MS: '',
  EVENTSTORE_COMMAND_TIMEOUT_MS: '',
  FRESH_READ_TIMEOUT_MS: '',
};

const startRedis = async (folder: string) => {
  const socket = join(folder, 'redis.sock');
  const options = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    '--dir',
    folder,
  ];
  const server: ChildProcess = spawn('redis-server', options, { stdio: 'ignore' });
  const client = new Redis(socket, { retryStrategy: () => 20 });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
  return { url: socket, stop };
};

/** A server in a container: a log has no names to keep suites apart that look at the whole of it. */
const startEventStoreContainer = async (image: string) => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  const url = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  return { url, stop: async () => void (await container.stop()) };
};

/**
 * The stores that the environment names: MONGODB_URI and REDIS_URL, with names of their own in them, and a new server of
 * EVENTSTORE_IMAGE, else the one at EVENTSTORE_URL. What it does not name is started new, on a temporary folder.
 */
export const startStores = async (): Promise<Stores> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  const { EVENTSTORE_IMAGE, EVENTSTORE_URL, MONGODB_URI, REDIS_URL } = process.env;
  const startEvents = () =>
    EVENTSTORE_IMAGE
      ? startEventStoreContainer(EVENTSTORE_IMAGE)
      : EVENTSTORE_URL
        ? null
        : startEventStoreDb({ file: join(folder, 'events.db'), port: 0 });
  const events = await startEvents();
  const mongo = MONGODB_URI ? null : await startMongoDb({ port: 0 });
  const redis = REDIS_URL ? null : await startRedis(folder);
  const name = `courtly_${randomUUID().slice(0, 8)}`;
  return {
    folder,
    environment: {
      NODE_ENV: 'test',
      EVENTSTORE_URL: events?.url ?? EVENTSTORE_URL!,
      MONGODB_URI: MONGODB_URI ?? mongo!.url,
      MONGODB_DATABASE: name,
      REDIS_URL: REDIS_URL ?? redis!.url,
      REDIS_PREFIX: name,
      SESSION_SECRETS: 'a secret of sessions for tests alone',
      KEY_SECRETS: 'a long secret of keys for tests alone',
      LOOKUP_SECRETS: 'a secret of lookups for tests alone',
      UPLOADS_FOLDER: join(folder, 'uploads'),
      POLICY_FILE: fileURLToPath(new URL('../../deploy/policies/unpaid.json', import.meta.url)),
      LOG_LEVEL: 'silent',
      EVENTSTORE_CALL_TIMEOUT_MS: String(patience(5_000)),
      EVENTSTORE_COMMAND_TIMEOUT_MS: String(patience(10_000)),
      FRESH_READ_TIMEOUT_MS: String(patience(5_000)),
    },
    async stop() {
      await Promise.all([events?.stop(), mongo?.stop(), redis?.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Polls until `attempt` returns something truthy. An error, such as a failed assertion, counts as "not yet".
 * @param withinMs on a quiet machine
 * @throws the last error when the time is up, or one that names the condition
 */
export const eventually = async <T>(
  condition: string,
  attempt: () => Promise<T | false | null | undefined>,
  withinMs = 10_000,
): Promise<T> => {
  const limit = patience(withinMs);
  const deadline = Date.now() + limit;
  for (;;) {
    const isLast = Date.now() > deadline;
    try {
      const result = await attempt();
      if (result) return result;
    } catch (error) {
      if (isLast) throw error;
    }
    if (isLast) throw new Error(`timed out after ${limit} ms: ${condition}`);
    await delay(20);
  }
};
