import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startPostgres } from './postgres.js';
import { schema } from './schema.js';

/** A service under load, with its sessions, courts, and processes. */
export type System = Readonly<{
  base: string;
  cookies: readonly string[];
  courtIds: readonly string[];
  pids: readonly number[];
}>;

const READY_WITHIN_MS = 30_000;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const untilListening = async (baseUrl: string) => {
  const answers = () =>
    fetch(`${baseUrl}/api/courts/none/availability/2027-01-01`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; !(await answers()); await delay(100))
    if (performance.now() > deadlineMs) throw new Error('The peer failed to start.');
};

const fillStores = async (
  connectionUrl: string,
  redis: Redis,
  playerCount: number,
  courtCount: number,
) => {
  const database = new pg.Client(connectionUrl);
  await database.connect();
  await database.query(schema);
  const sessionCookies: string[] = [];
  for (let index = 0; index < playerCount; index++) {
    const id = `player-${index}`;
    await database.query("insert into users values ($1, $2, now() + interval '1 year')", [
      id,
      `${id}@example.com`,
    ]);
    await redis.set(`session:${id}`, JSON.stringify({ id }));
    sessionCookies.push(`sid=${id}`);
  }
  const courtIds = Array.from({ length: courtCount }, (_, index) => `court-${index}`);
  for (const id of courtIds)
    await database.query(
      "insert into courts values ($1, 'host', 'Court', 'Scottsdale', '1 Bench Road', 'hard', 10000, true)",
      [id],
    );
  await database.query('vacuum analyze');
  await database.end();
  return { cookies: sessionCookies, courtIds };
};

/** Starts the peer and its stores in a temporary folder. */
export const startPeer = async (bin: string, playerCount: number, courtCount: number) => {
  const folderPath = mkdtempSync(join(tmpdir(), 'courtly-peer-'));
  // PostgreSQL runs as another user, who needs access to this folder.
  chmodSync(folderPath, 0o755);
  const [databasePort, listenPort] = [await freePort(), await freePort()];
  const postgres = await startPostgres(bin, folderPath, databasePort);
  const socket = join(folderPath, 'redis.sock');
  const redisServer = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folderPath],
    {
      stdio: 'ignore',
    },
  );
  const redis = new Redis(socket, { retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  const fixtures = await fillStores(postgres.url, redis, playerCount, courtCount);
  redis.disconnect();
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(listenPort),
      DATABASE_URL: postgres.url,
      REDIS_URL: socket,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const baseUrl = `http://127.0.0.1:${listenPort}`;
  const stop = async () => {
    const exitPromise = Promise.all([once(server, 'exit'), once(redisServer, 'exit')]);
    server.kill();
    redisServer.kill();
    await exitPromise;
    await postgres.stop();
    await rm(folderPath, { recursive: true, force: true });
  };
  await untilListening(baseUrl);
  const loadedSystem: System = {
    base: baseUrl,
    ...fixtures,
    pids: [postgres.pid, redisServer.pid!, server.pid!],
  };
  return { system: loadedSystem, stop };
};
