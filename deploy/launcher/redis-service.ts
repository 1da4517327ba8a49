import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interruption } from './cli-error.mjs';
import { withReadableErrors } from './file-errors.ts';
import { dataNames } from './folder-format.ts';
import { answers } from './ports.ts';
import { probes } from './probes.ts';
import type { Report } from './progress.mjs';
import { until } from './readiness.ts';
import { supervise, type Service, type Supervised } from './supervise.ts';

// The kernel limits the path of a socket to 108 bytes.
const LONGEST_SOCKET_PATH = 100;

type RedisProcess = { socket: string; process: Supervised };

/**
 * Starts Redis in the data folder. If it cannot read its files, they are moved away: users sign in
 * again, and jobs are created again from the log.
 */
export async function startRedis(
  serverProgram: string,
  folder: string,
  report: Report,
): Promise<RedisProcess> {
  const redisFolder = join(folder, dataNames.redis);
  withReadableErrors(folder, () => mkdirSync(redisFolder, { recursive: true }));
  const hadData = readdirSync(redisFolder).length > 0;
  try {
    return await superviseRedis(serverProgram, redisFolder, report);
  } catch (startError) {
    if (!hadData || interruption.signal.aborted) throw startError;
    const damagedFolder = `${redisFolder}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    renameSync(redisFolder, damagedFolder);
    const emptyRedis = await superviseRedis(serverProgram, redisFolder, report).catch(() => {
      rmSync(redisFolder, { recursive: true, force: true });
      renameSync(damagedFolder, redisFolder);
      throw startError;
    });
    report(
      `Redis could not read its files. They are now in ${damagedFolder}, and Redis started empty, so everyone is signed out.`,
    );
    return emptyRedis;
  }
}

async function superviseRedis(
  serverProgram: string,
  redisFolder: string,
  report: Report,
): Promise<RedisProcess> {
  mkdirSync(redisFolder, { recursive: true });
  chmodSync(redisFolder, 0o700);
  const socket = socketPath(redisFolder);
  const settings = {
    port: 0,
    unixsocket: socket,
    unixsocketperm: 700,
    dir: redisFolder,
    save: '',
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    loglevel: 'warning',
  };
  const service: Service = {
    name: 'Redis',
    file: serverProgram,
    args: Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, String(value)]),
    ready: (_child, signal) => until(() => answers({ path: socket }, 'PING\r\n', '+PONG'), signal),
    answers: probes.redis(socket),
  };
  return { socket, process: await supervise(service, report) };
}

/** A path in the folder or, if that path is too long, in a new private temporary folder. */
export function socketPath(folder: string): string {
  const preferredPath = join(folder, 'redis.sock');
  if (Buffer.byteLength(preferredPath) < LONGEST_SOCKET_PATH) return preferredPath;
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'courtly-'));
  process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }));
  return join(temporaryFolder, 'redis.sock');
}
