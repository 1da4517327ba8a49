import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';

/** A separate Courtly. `pid` is its root process, and `environment` is for commands that use it. */
export type Server = Readonly<{
  base: string;
  pid: number;
  environment: Record<string, string>;
  data: string;
  output(): string;
  /**
   * Restarts it with its data at another instant (UTC). From then on, use the result instead of
   * this one.
   */
  later(instant: string): Promise<Server>;
  stop(): Promise<void>;
}>;

/**
 * The policy (by default, the open one), values that override it, and additional environment
 * variables.
 */
export type Setting = Readonly<{
  policy?: 'open' | 'unpaid';
  changes?: object;
  /** Whether to start a worker; true by default. */
  worker?: boolean;
  /** Whether to start the application; true by default. Without it, nothing listens at `base`. */
  application?: boolean;
  environment?: Record<string, string>;
}>;

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
const READY_WITHIN_MS = 5 * 60_000;
const STOPPED_WITHIN_MS = 3 * 60_000;
const ALL_READY_WITHIN_MS = 180_000;
const READY_POLL_MS = 500;
const POLL_INTERVAL_MS = 100;

const policyFile = (folderPath: string, { policy = 'open', changes }: Setting): string => {
  const standardPolicy = join(repositoryRoot, 'deploy', 'policies', `${policy}.json`);
  if (!changes) return standardPolicy;
  const policyPath = join(folderPath, 'policy.json');
  writeFileSync(
    policyPath,
    JSON.stringify({ ...(JSON.parse(readFileSync(standardPolicy, 'utf8')) as object), ...changes }),
  );
  return policyPath;
};

/** Runs `npm start` with a new data folder and on a free port. */
export const startServer = async (
  abortSignal: AbortSignal,
  serverSetting: Setting = {},
): Promise<Server> =>
  launchCourtly(await mkdtemp(join(tmpdir(), 'courtly-bench-')), abortSignal, serverSetting);

const launchCourtly = async (
  folderPath: string,
  abortSignal: AbortSignal,
  serverSetting: Setting,
  now: string[] = [],
): Promise<Server> => {
  const { environment = {}, worker = true, application = true } = serverSetting;
  const dataChunk = join(folderPath, 'data');
  const commandArguments = [
    '--data',
    dataChunk,
    '--port',
    '0',
    '--policy',
    policyFile(folderPath, serverSetting),
    '--no-seed',
    ...now,
  ];
  if (!worker) commandArguments.push('--no-worker');
  if (!application) commandArguments.push('--stores-only');
  // A server with different secrets cannot read the vault and the log of another server.
  const { EVENTSTORE_URL: _, MONGODB_URI: __, REDIS_URL: ___, ...inherited } = process.env;
  const childProcess = spawn('npm', ['start', '--silent', '--', ...commandArguments], {
    cwd: repositoryRoot,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [childProcess.stdout, childProcess.stderr])
    stream.on('data', (outputChunk: Buffer) => output.push(outputChunk.toString()));
  const exitPromise = new Promise<void>((resolvePromise) =>
    childProcess.once('close', () => resolvePromise()),
  );
  const record = join(dataChunk, 'run.json');
  const endProcess = async () => {
    if (existsSync(record))
      process.kill((JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid, 'SIGTERM');
    else childProcess.kill();
    const timer = new AbortController();
    const timeout = delay(STOPPED_WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Failure(
        `Courtly did not stop within ${STOPPED_WITHIN_MS / 1_000} s:\n${output.join('')}`,
      );
    });
    timeout.catch(() => undefined);
    await Promise.race([exitPromise, timeout]).finally(() => timer.abort());
  };
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= endProcess().then(() => rm(folderPath, { recursive: true, force: true })));
  for (
    const deadlineMs = Date.now() + READY_WITHIN_MS;
    !existsSync(record);
    await delay(POLL_INTERVAL_MS)
  ) {
    if (childProcess.exitCode === null && Date.now() < deadlineMs && !abortSignal.aborted) continue;
    await stop();
    throw new Failure(`Courtly failed to start:\n${output.join('')}`);
  }
  const { url, env } = JSON.parse(readFileSync(record, 'utf8')) as {
    url: string;
    env: Record<string, string>;
  };
  const secrets = JSON.parse(readFileSync(join(dataChunk, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  return {
    base: url,
    pid: childProcess.pid!,
    environment: { ...env, ...secrets, ...environment },
    data: dataChunk,
    output: () => output.join(''),
    async later(instant) {
      await endProcess();
      return launchCourtly(folderPath, abortSignal, serverSetting, ['--now', instant]);
    },
    stop,
  };
};

/** Waits until all parts of Courtly are ready. @throws Failure after three minutes */
export const untilAllReady = async (baseUrl: string, abortSignal: AbortSignal): Promise<void> => {
  const requestHealth = () =>
    fetch(new URL('/api/health/ready', baseUrl)).catch(
      (thrownError: unknown) => new Response(String(thrownError), { status: 503 }),
    );
  for (
    const deadlineMs = performance.now() + ALL_READY_WITHIN_MS;
    ;
    await delay(READY_POLL_MS, undefined, { signal: abortSignal })
  ) {
    const response = await requestHealth();
    if (response.ok) return;
    if (performance.now() > deadlineMs)
      throw new Failure(
        `Courtly was not ready within ${ALL_READY_WITHIN_MS / 1_000} s: ${await response.text()}`,
      );
  }
};
