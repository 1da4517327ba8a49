import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { dataNames } from './folder-format.ts';
import { createLogFile } from './log-files.ts';
import { claimPort } from './ports.ts';
import { probes } from './probes.ts';
import type { Report } from './progress.mjs';
import { isHealthy, until, untilComplete } from './readiness.ts';
import { root } from './setup.mjs';
import { supervise, type Service, type Supervised } from './supervise.ts';

const serverScript = join(root, 'backend', 'dist', 'main.js');
export const cliScript = join(root, 'backend', 'dist', 'cli', 'main.js');
export const toolsScript = join(root, 'backend', 'tools', 'dist', 'main.js');

export const databaseOf = (env: NodeJS.ProcessEnv): string => env.MONGODB_DATABASE || 'courtly';

/** The database that contains the vault. */
export const vaultOf = (env: NodeJS.ProcessEnv): string =>
  env.VAULT_DATABASE || `${databaseOf(env)}_vault`;

type AddressOptions = {
  folder: string;
  publicUrl: string;
  clockOffsetMs?: number;
  policy?: string | undefined;
};
type StoreUrls = Record<'eventstore' | 'mongodb' | 'redis', { url: string }>;

/** The environment variables of the application's processes and commands, without secrets. */
export function addresses(
  { folder, publicUrl, clockOffsetMs = 0, policy }: AddressOptions,
  stores: StoreUrls,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const websiteFolder = join(root, 'frontend', 'dist');
  const policyFile = policy ?? env.POLICY_FILE;
  return {
    NODE_ENV: env.NODE_ENV ?? 'development',
    HOST: '127.0.0.1',
    PUBLIC_URL: env.PUBLIC_URL ?? publicUrl,
    EVENTSTORE_URL: stores.eventstore.url,
    MONGODB_URI: stores.mongodb.url,
    MONGODB_DATABASE: databaseOf(env),
    REDIS_URL: stores.redis.url,
    UPLOADS_FOLDER: env.UPLOADS_FOLDER ?? join(folder, dataNames.uploads),
    ERASURES_FOLDER: env.ERASURES_FOLDER ?? join(folder, dataNames.erasures),
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    ...(policyFile ? { POLICY_FILE: policyFile } : {}),
    ...(existsSync(join(websiteFolder, 'index.html')) ? { STATIC_FOLDER: websiteFolder } : {}),
  };
}

type ApplicationOptions = {
  folder: string;
  port: number;
  env: NodeJS.ProcessEnv;
  report: Report;
  /** Shows what startup is waiting for. */
  showDetail: Report;
  /** Whether to end a process that does not respond. */
  isWatched?: boolean;
  hasWorker?: boolean;
};

/**
 * Starts one process for requests and one for projections and jobs, and waits until both are ready.
 * The watchdog checks liveness, because restarts do not help a process that waits.
 * @param running receives the started processes, even if one fails
 */
export async function startApplication(
  options: ApplicationOptions,
  running: Supervised[],
): Promise<void> {
  const { port, report, showDetail, hasWorker = true } = options;
  const backgroundRoles = hasWorker ? 'projector,worker' : 'projector';
  const backgroundPort = await claimPort(0);
  const { METRICS_PORT, METRICS_HOST = '127.0.0.1' } = options.env;
  const metricsPort = Number(METRICS_PORT) || (await claimPort(0));
  const apiOptions = { ...options, env: { ...options.env, METRICS_PORT: String(metricsPort) } };
  const starts = await Promise.allSettled([
    supervise(processService('api', port, apiOptions), report),
    supervise(processService(backgroundRoles, backgroundPort, options), report),
  ]);
  for (const start of starts) if (start.status === 'fulfilled') running.push(start.value);
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  const host = isIPv6(METRICS_HOST) ? `[${METRICS_HOST}]` : METRICS_HOST;
  await untilComplete(`http://${host}:${metricsPort}/health`, showDetail);
}

/**
 * Without limits, Node uses half a gigabyte. A large young generation frees what a request
 * allocates. Marking, which takes 90 ms, waits for 50% growth, not V8's 17%.
 */
export const heapFlags = {
  api: ['--max-semi-space-size=32', '--max-old-space-size=512', '--heap-growing-percent=60'],
  background: ['--max-semi-space-size=16', '--max-old-space-size=192'],
};

/**
 * The API serves metrics at METRICS_PORT, and the background process serves them at the next port.
 */
export function portsOf(
  roles: string,
  port: number,
  env: NodeJS.ProcessEnv,
): { PORT: string; METRICS_PORT: string } {
  const metricsPort = Number(env.METRICS_PORT || 0);
  return {
    PORT: String(port),
    METRICS_PORT: String(metricsPort && roles !== 'api' ? metricsPort + 1 : metricsPort),
  };
}

function processService(
  roles: string,
  port: number,
  { folder, env, report, isWatched = true }: ApplicationOptions,
): Service {
  const liveUrl = `http://127.0.0.1:${port}/api/health/live`;
  const processName = roles.replace(',', '+');
  return {
    name: processName,
    file: process.execPath,
    args: [
      ...heapFlags[roles === 'api' ? 'api' : 'background'],
      '--enable-source-maps',
      serverScript,
    ],
    // Decoding a photo frees memory in many threads, and glibc would keep an arena for each.
    env: {
      MALLOC_ARENA_MAX: '2',
      ...env,
      ...portsOf(roles, port, env),
      ROLES: roles,
      STOP_WITH_PARENT: '1',
    },
    onLine: createLogFile(folder, processName, report),
    ready: (_child, signal) => until(() => isHealthy(liveUrl), signal),
    answers: isWatched ? probes.http(liveUrl) : undefined,
  };
}
