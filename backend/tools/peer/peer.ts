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

const untilListening = async (base: string) => {
  const answers = () =>
    fetch(`${base}/api/courts/none/availability/2027-01-01`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = performance.now() + READY_WITHIN_MS; !(await answers()); await delay(100))
    if (performance.now() > deadline) throw new Error('The peer failed to start.');
};

const fillStores = async (url: string, redis: Redis, players: number, courts: number) => {
  const database = new pg.Client(url);
  await database.connect();
  await database.query(schema);
  const cookies: string[] = [];
  for (let index = 0; index < players; index++) {
    const id = `player-${index}`;
    await database.query("insert into users values ($1, $2, now() + interval '1 year')", [
      id,
      `${id}@example.com`,
    ]);
    await redis.set(`session:${id}`, JSON.stringify({ id }));
    cookies.push(`sid=${id}`);
  }
  const courtIds = Array.from({ length: courts }, (_, index) => `court-${index}`);
  for (const id of courtIds)
    await database.query(
      "insert into courts values ($1, 'host', 'Court', 'Scottsdale', '1 Bench Road', 'hard', 10000, true)",
      [id],
    );
  await database.query('vacuum analyze');
  await database.end();
  return { cookies, courtIds };
};

/** Starts the peer and its stores in a temporary folder. */
export const startPeer = async (bin: string, players: number, courts: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-peer-'));
  // PostgreSQL runs as another user, who needs access to this folder.
  chmodSync(folder, 0o755);
  const [databasePort, port] = [await freePort(), await freePort()];
  const postgres = await startPostgres(bin, folder, databasePort);
  const socket = join(folder, 'redis.sock');
  const redisServer = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder],
    {
      stdio: 'ignore',
    },
  );
  const redis = new Redis(socket, { retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  const filled = await fillStores(postgres.url, redis, players, courts);
  redis.disconnect();
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: postgres.url, REDIS_URL: socket },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = Promise.all([once(server, 'exit'), once(redisServer, 'exit')]);
    server.kill();
    redisServer.kill();
    await ended;
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await untilListening(base);
  const system: System = { base, ...filled, pids: [postgres.pid, redisServer.pid!, server.pid!] };
  return { system, stop };
};
