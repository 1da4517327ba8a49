import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimPort } from './ports.mjs';
import { probes } from './probes.mjs';
import { isHealthy, until, untilWhole } from './readiness.mjs';
import { root } from './setup.mjs';
import { supervise } from './supervise.mjs';

const main = join(root, 'backend', 'dist', 'main.js');
export const cli = join(root, 'backend', 'dist', 'cli', 'main.js');
export const tools = join(root, 'backend', 'tools', 'dist', 'main.js');

/** @typedef {import('./supervise.mjs').Supervised} Supervised */

/** @param {NodeJS.ProcessEnv} env */
export const databaseOf = (env) => env.MONGODB_DATABASE || 'courtly';

/** The database of the vault, which keeps people's keys. @param {NodeJS.ProcessEnv} env */
export const vaultOf = (env) => env.VAULT_DATABASE || `${databaseOf(env)}_vault`;

/**
 * What the application's processes and commands are told, the secret apart.
 * @param {{ folder: string, publicUrl: string, clockOffsetMs?: number, policy?: string }} setting
 * @param {Record<'eventstore' | 'mongodb' | 'redis', { url: string }>} stores
 * @param {NodeJS.ProcessEnv} env of the launcher
 * @returns {Record<string, string>}
 */
export function addresses({ folder, publicUrl, clockOffsetMs = 0, policy }, stores, env) {
  const website = join(root, 'frontend', 'dist');
  const policyFile = policy ?? env.POLICY_FILE;
  return {
    NODE_ENV: env.NODE_ENV ?? 'development',
    HOST: '127.0.0.1',
    PUBLIC_URL: env.PUBLIC_URL ?? publicUrl,
    EVENTSTORE_URL: stores.eventstore.url,
    MONGODB_URI: stores.mongodb.url,
    MONGODB_DATABASE: databaseOf(env),
    REDIS_URL: stores.redis.url,
    UPLOADS_FOLDER: env.UPLOADS_FOLDER ?? join(folder, 'uploads'),
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    ...(policyFile ? { POLICY_FILE: policyFile } : {}),
    ...(existsSync(join(website, 'index.html')) ? { STATIC_FOLDER: website } : {}),
  };
}

/**
 * Starts the two processes of the application, one answers requests, the other projects and works, and waits until the whole is
 * ready. Each is watched by its own liveness alone: what one cannot do because of another is no reason to end it.
 * @param {{ port: number, env: NodeJS.ProcessEnv, say: (message: string) => void, watched?: boolean, worker?: boolean }} setting
 * @param {Supervised[]} running receives what has been started, also when the other fails
 */
export async function startApplication({ port, env, say, watched = true, worker = true }, running) {
  const healthPort = await claimPort(0);
  const started = await Promise.allSettled([
    supervise(part('api', env, port, say, watched), say),
    supervise(part(worker ? 'projector,worker' : 'projector', env, healthPort, say, watched), say),
  ]);
  for (const part of started) if (part.status === 'fulfilled') running.push(part.value);
  for (const part of started) if (part.status === 'rejected') throw part.reason;
  await untilWhole(`http://127.0.0.1:${port}/api/health/ready`, say);
}

/**
 * Bounds on the heap: with much memory in the machine, Node would let garbage lie and grow to half a gigabyte. The API has room
 * for what many people ask for at once, and a large young generation, since most of what a request makes is dead with it. So is
 * most of a batch of events, which is smaller. V8 would mark the API's whole heap whenever it has grown by a sixth, for some 90 ms
 * every three seconds under load: it waits for more than half.
 */
export const heap = {
  api: ['--max-semi-space-size=32', '--max-old-space-size=512', '--heap-growing-percent=60'],
  others: ['--max-semi-space-size=16', '--max-old-space-size=192'],
};

/**
 * Where a process listens; two of one machine have their metrics at METRICS_PORT and the port after it.
 * @param {string} roles
 * @param {number} port
 * @param {NodeJS.ProcessEnv} env
 */
export function portsOf(roles, port, env) {
  const metrics = Number(env.METRICS_PORT || 0);
  return {
    PORT: String(port),
    METRICS_PORT: String(metrics && roles !== 'api' ? metrics + 1 : metrics),
  };
}

/**
 * @param {string} roles
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 * @param {(message: string) => void} say
 * @param {boolean} watched
 * @returns {import('./supervise.mjs').Service}
 */
function part(roles, env, port, say, watched) {
  const live = `http://127.0.0.1:${port}/api/health/live`;
  return {
    name: roles.replace(',', '+'),
    file: process.execPath,
    args: [...heap[roles === 'api' ? 'api' : 'others'], '--enable-source-maps', main],
    // Decoding photos frees memory in many threads, of which glibc would keep an arena each.
    env: {
      MALLOC_ARENA_MAX: '2',
      ...env,
      ...portsOf(roles, port, env),
      ROLES: roles,
      STOP_WITH_PARENT: '1',
    },
    onLine: say,
    ready: (_child, signal) => until(() => isHealthy(live), signal),
    answers: watched ? probes.http(live) : undefined,
  };
}
