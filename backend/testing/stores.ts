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

/** Empty stores for one test file. */
export type Stores = Readonly<{
  environment: Record<string, string>;
  folder: string;
  stop(): Promise<void>;
}>;

/** The production timeouts, for suites that measure them. Other tests have longer timeouts. */
export const PRODUCTION_TIMEOUTS = {
  EVENTSTORE_CALL_TIMEOUT_MS: '',
  EVENTSTORE_COMMAND_TIMEOUT_MS: '',
  FRESH_READ_TIMEOUT_MS: '',
};

/** Store timeouts that even a busy machine can meet. */
export const longTimeouts = () => ({
  EVENTSTORE_CALL_TIMEOUT_MS: String(patience(5_000)),
  EVENTSTORE_COMMAND_TIMEOUT_MS: String(patience(10_000)),
  FRESH_READ_TIMEOUT_MS: String(patience(5_000)),
});

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
    const serverExit = once(server, 'exit');
    server.kill();
    await serverExit;
  };
  return { url: socket, stop };
};

/** A separate server, because suites that read the whole log cannot share one. */
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
 * Uses MONGODB_URI and REDIS_URL with unique names, and either a container of EVENTSTORE_IMAGE or
 * the server at EVENTSTORE_URL. For stores without a variable, starts stand-ins.
 */
export const startStores = async (): Promise<Stores> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  const { EVENTSTORE_IMAGE, EVENTSTORE_URL, MONGODB_URI, REDIS_URL } = process.env;
  const startEvents = () =>
    EVENTSTORE_IMAGE
      ? startEventStoreContainer(EVENTSTORE_IMAGE)
      : EVENTSTORE_URL
        ? null
        : startEventStoreDb({ file: join(folder, 'events.db'), port: 0, durable: false });
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
      ERASURES_FOLDER: join(folder, 'erasures'),
      POLICY_FILE: fileURLToPath(new URL('../../deploy/policies/unpaid.json', import.meta.url)),
      LOG_LEVEL: 'silent',
      ...longTimeouts(),
    },
    async stop() {
      await Promise.all([events?.stop(), mongo?.stop(), redis?.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Polls until `attempt` returns a truthy value. Errors, such as failed assertions, count as "not
 * yet".
 * @param withinMs the timeout on an idle machine
 * @throws after the timeout, the last error or an error that names the condition
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
