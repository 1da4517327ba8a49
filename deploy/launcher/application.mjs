import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isHealthy, until } from './readiness.mjs';
import { nodeFlags } from './services.mjs';
import { root } from './setup.mjs';
import { supervise } from './supervise.mjs';

const main = join(root, 'backend', 'dist', 'main.js');
export const cli = join(root, 'backend', 'dist', 'cli', 'main.js');

/** @typedef {import('./supervise.mjs').Supervised} Supervised */

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
    MONGODB_DATABASE: env.MONGODB_DATABASE ?? 'courtly',
    REDIS_URL: stores.redis.url,
    UPLOADS_FOLDER: env.UPLOADS_FOLDER ?? join(folder, 'uploads'),
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    ...(policyFile ? { POLICY_FILE: policyFile } : {}),
    ...(existsSync(join(website, 'index.html')) ? { STATIC_FOLDER: website } : {}),
  };
}

/**
 * Starts the two processes of the application: one answers requests, the other projects and works.
 * @param {{ port: number, env: NodeJS.ProcessEnv, say: (message: string) => void }} setting
 * @param {Supervised[]} running receives what has been started, also when the other fails
 */
export async function startApplication({ port, env, say }, running) {
  const health = `http://127.0.0.1:${port}/api/health/ready`;
  const started = await Promise.allSettled([
    supervise(
      { ...part('api', env, port, say), ready: (_child, signal) => until(() => isHealthy(health), signal) },
      say,
    ),
    supervise({ ...part('projector,worker', env, 0, say), ready: async () => {} }, say),
  ]);
  for (const part of started) if (part.status === 'fulfilled') running.push(part.value);
  for (const part of started) if (part.status === 'rejected') throw part.reason;
}

/**
 * Bounds on the heap: with much memory in the machine, Node would let garbage lie and grow to half a gigabyte. The API keeps
 * a young generation of the usual size, since it answers people.
 */
const heap = {
  api: ['--max-semi-space-size=16', '--max-old-space-size=192'],
  others: [...nodeFlags, '--max-old-space-size=192'],
};

/**
 * @param {string} roles
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 * @param {(message: string) => void} say
 */
const part = (roles, env, port, say) => ({
  name: roles.replace(',', '+'),
  file: process.execPath,
  args: [...heap[roles === 'api' ? 'api' : 'others'], '--enable-source-maps', main],
  // Decoding photos frees memory in many threads, of which glibc would keep an arena each.
  env: { MALLOC_ARENA_MAX: '2', ...env, ROLES: roles, PORT: String(port), STOP_WITH_PARENT: '1' },
  onLine: say,
});
