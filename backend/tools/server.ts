import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';

/** A Courtly of its own: `pid` is the process above all others of it, `environment` is what a command on it needs. */
export type Server = Readonly<{
  base: string;
  pid: number;
  environment: Record<string, string>;
  data: string;
  /** What it has said so far. */
  output(): string;
  /** Stops it, and starts it again on its data at another instant (UTC). What it answers takes its place. */
  later(instant: string): Promise<Server>;
  stop(): Promise<void>;
}>;

/** The policy in force, open where none is named, values that differ from it, and what the environment says beside. */
export type Setting = Readonly<{
  policy?: 'open' | 'unpaid';
  changes?: object;
  /** Whether it starts a worker, as it does where nothing is said. */
  worker?: boolean;
  environment?: Record<string, string>;
}>;

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const READY_WITHIN_MS = 5 * 60_000;
const WHOLE_WITHIN_MS = 180_000;
const ASK_WHOLE_EVERY_MS = 500;
const ASK_EVERY_MS = 100;

/** The file of a policy: one that is handed out, or one of its own in this folder where values differ. */
const policyFile = (folder: string, { policy = 'open', changes }: Setting): string => {
  const handedOut = join(root, 'deploy', 'policies', `${policy}.json`);
  if (!changes) return handedOut;
  const file = join(folder, 'policy.json');
  writeFileSync(
    file,
    JSON.stringify({ ...(JSON.parse(readFileSync(handedOut, 'utf8')) as object), ...changes }),
  );
  return file;
};

/** Starts Courtly as a person would, `npm start`, on a new data folder and a free port. */
export const startServer = async (signal: AbortSignal, setting: Setting = {}): Promise<Server> =>
  launch(await mkdtemp(join(tmpdir(), 'courtly-bench-')), signal, setting);

const launch = async (
  folder: string,
  signal: AbortSignal,
  setting: Setting,
  now: string[] = [],
): Promise<Server> => {
  const { environment = {}, worker = true } = setting;
  const data = join(folder, 'data');
  const args = [
    '--data',
    data,
    '--port',
    '0',
    '--policy',
    policyFile(folder, setting),
    '--no-seed',
    ...now,
  ];
  if (!worker) args.push('--no-worker');
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => output.push(text.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const record = join(data, 'run.json');
  const end = async () => {
    if (existsSync(record))
      process.kill((JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid, 'SIGTERM');
    else child.kill();
    await ended;
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= end().then(() => rm(folder, { recursive: true, force: true })));
  for (
    const deadline = Date.now() + READY_WITHIN_MS;
    !existsSync(record);
    await delay(ASK_EVERY_MS)
  ) {
    if (child.exitCode === null && Date.now() < deadline && !signal.aborted) continue;
    await stop();
    throw new Failure(`Courtly does not start:\n${output.join('')}`);
  }
  const { url, env } = JSON.parse(readFileSync(record, 'utf8')) as {
    url: string;
    env: Record<string, string>;
  };
  const secrets = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  return {
    base: url,
    pid: child.pid!,
    environment: { ...env, ...secrets, ...environment },
    data,
    output: () => output.join(''),
    async later(instant) {
      await end();
      return launch(folder, signal, setting, ['--now', instant]);
    },
    stop,
  };
};

/** Waits until a Courtly says of itself that it is whole again. @throws Failure after three minutes */
export const untilWhole = async (base: string, signal: AbortSignal): Promise<void> => {
  const ask = () =>
    fetch(new URL('/api/health/ready', base)).catch(
      (error: unknown) => new Response(String(error), { status: 503 }),
    );
  for (
    const deadline = performance.now() + WHOLE_WITHIN_MS;
    ;
    await delay(ASK_WHOLE_EVERY_MS, undefined, { signal })
  ) {
    const response = await ask();
    if (response.ok) return;
    if (performance.now() > deadline)
      throw new Failure(
        `Courtly is not ready within ${WHOLE_WITHIN_MS / 1_000} s: ${await response.text()}`,
      );
  }
};
