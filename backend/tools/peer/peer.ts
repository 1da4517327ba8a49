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

/** A service under load, and its sessions, courts, and processes. */
export type System = Readonly<{
  base: string;
  cookies: readonly string[];
  courtIds: readonly string[];
  pids: readonly number[];
}>;

const READY_WITHIN_MS = 30_000;

const freePort = async (): Promise<number> => {
  const peerProcess = createServer().listen(0, '127.0.0.1');
  await once(peerProcess, 'listening');
  const { port } = peerProcess.address() as AddressInfo;
  peerProcess.close();
  await once(peerProcess, 'close');
  return port;
};

const untilListening = async (baseUrl: string) => {
  const respondsToRequests = () =>
    fetch(`${baseUrl}/api/courts/none/availability/2027-01-01`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (
    const deadlineMs = performance.now() + READY_WITHIN_MS;
    !(await respondsToRequests());
    await delay(100)
  )
    if (performance.now() > deadlineMs) throw new Error('The peer failed to start.');
};

const fillStores = async (
  connectionUrl: string,
  redisClient: Redis,
  playerCount: number,
  courtCount: number,
) => {
  const database = new pg.Client(connectionUrl);
  await database.connect();
  await database.query(schema);
  const sessionCookies: string[] = [];
  for (let rowIndex = 0; rowIndex < playerCount; rowIndex++) {
    const id = `player-${rowIndex}`;
    await database.query("insert into users values ($1, $2, now() + interval '1 year')", [
      id,
      `${id}@example.com`,
    ]);
    await redisClient.set(`session:${id}`, JSON.stringify({ id }));
    sessionCookies.push(`sid=${id}`);
  }
  const courtIds = Array.from({ length: courtCount }, (_, rowIndex) => `court-${rowIndex}`);
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
export const startPeer = async (
  postgresFolder: string,
  playerCount: number,
  courtCount: number,
) => {
  const folderPath = mkdtempSync(join(tmpdir(), 'courtly-peer-'));
  // PostgreSQL runs as a different user, who needs access to this folder.
  chmodSync(folderPath, 0o755);
  const [databasePort, listenPort] = [await freePort(), await freePort()];
  const postgres = await startPostgres(postgresFolder, folderPath, databasePort);
  const socket = join(folderPath, 'redis.sock');
  const redisServer = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folderPath],
    {
      stdio: 'ignore',
    },
  );
  const redisClient = new Redis(socket, { retryStrategy: () => 50 });
  redisClient.on('error', () => undefined);
  const fixtures = await fillStores(postgres.url, redisClient, playerCount, courtCount);
  redisClient.disconnect();
  const peerProgram = fileURLToPath(new URL('./main.js', import.meta.url));
  const peerProcess = spawn(process.execPath, [peerProgram], {
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
    const exitPromise = Promise.all([once(peerProcess, 'exit'), once(redisServer, 'exit')]);
    peerProcess.kill();
    redisServer.kill();
    await exitPromise;
    await postgres.stop();
    await rm(folderPath, { recursive: true, force: true });
  };
  await untilListening(baseUrl);
  const loadedSystem: System = {
    base: baseUrl,
    ...fixtures,
    pids: [postgres.pid, redisServer.pid!, peerProcess.pid!],
  };
  return { system: loadedSystem, stop };
};
