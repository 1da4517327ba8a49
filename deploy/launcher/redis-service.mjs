import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainly } from './plainly.mjs';
import { answers } from './ports.mjs';
import { probes } from './probes.mjs';
import { until } from './readiness.mjs';
import { interruption } from './refusal.mjs';
import { supervise } from './supervise.mjs';

// The kernel keeps the path of a socket in 108 bytes.
const LONGEST_SOCKET_PATH = 100;

/**
 * Starts a Redis of our own, durable in the data folder. Nothing in it is needed: sessions end, and jobs are made again from
 * the log. So files that it cannot read are moved aside, and it starts empty.
 * @param {string} server
 * @param {string} folder
 * @param {(message: string) => void} say
 * @returns {Promise<{ socket: string, process: import('./supervise.mjs').Supervised }>}
 */
export async function startRedis(server, folder, say) {
  const data = join(folder, 'redis');
  plainly(folder, () => mkdirSync(data, { recursive: true }));
  const hadData = readdirSync(data).length > 0;
  try {
    return await start(server, data, say);
  } catch (failure) {
    if (!hadData || interruption.signal.aborted) throw failure;
    const aside = `${data}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    renameSync(data, aside);
    const started = await start(server, data, say).catch(() => {
      rmSync(data, { recursive: true, force: true });
      renameSync(aside, data);
      throw failure;
    });
    say(
      `Redis could not read its files: they are in ${aside} now, and it started empty, so everybody is signed out.`,
    );
    return started;
  }
}

/**
 * @param {string} file
 * @param {string} data
 * @param {(message: string) => void} say
 */
async function start(file, data, say) {
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  const socket = socketPath(data);
  const options = {
    port: 0,
    unixsocket: socket,
    unixsocketperm: 700,
    dir: data,
    save: '',
    appendonly: 'yes',
  };
  const settings = { ...options, 'maxmemory-policy': 'noeviction', loglevel: 'warning' };
  const service = {
    name: 'Redis',
    file,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    /** @type {import('./supervise.mjs').Service['ready']} */
    ready: (_child, signal) => until(() => answers({ path: socket }, 'PING\r\n', '+PONG'), signal),
    answers: probes.redis(socket),
  };
  return { socket, process: await supervise(service, say) };
}

/**
 * @param {string} folder
 * @returns {string} in the folder, or in a new private one of the system where that path would be too long
 */
export function socketPath(folder) {
  const path = join(folder, 'redis.sock');
  if (Buffer.byteLength(path) < LONGEST_SOCKET_PATH) return path;
  const elsewhere = mkdtempSync(join(tmpdir(), 'courtly-'));
  process.once('exit', () => rmSync(elsewhere, { recursive: true, force: true }));
  return join(elsewhere, 'redis.sock');
}
