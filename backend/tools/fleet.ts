import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '@courtly/backend/cli/cli';

export type Roles = 'api' | 'projector' | 'worker' | 'projector,worker';

/** A process of a release. It is restarted when it ends, as an orchestrator would do. */
export type FleetProcess = Readonly<{
  roles: Roles;
  url: string;
  /** Undefined between the end of the process and its restart. */
  pid(): number | undefined;
  /** Sends SIGTERM and waits until the process has ended. @throws Failure after 15 seconds */
  stop(): Promise<void>;
}>;

const READY_WITHIN_MS = 5 * 60_000;
const STOPPED_WITHIN_MS = 15_000;
const RESTART_DELAY_MS = 250;
const POLL_INTERVAL_MS = 100;
const LAST_OUTPUT_CHUNKS = 50;

const freePort = async (): Promise<number> => {
  const portServer = createServer().listen(0, '127.0.0.1');
  await once(portServer, 'listening');
  const { port } = portServer.address() as AddressInfo;
  portServer.close();
  return port;
};

const isReady = (url: string): Promise<boolean> =>
  fetch(new URL('/api/health/ready', url), { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts a process of the built release in `releaseFolder` and waits until it is ready.
 * @throws Failure after five minutes, with its last output
 */
export const startProcess = async (
  releaseFolder: string,
  roles: Roles,
  environment: Readonly<Record<string, string>>,
  abortSignal: AbortSignal,
): Promise<FleetProcess> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output: string[] = [];
  let isStopping = false;
  const launch = (): ChildProcess => {
    const launched = spawn(
      process.execPath,
      ['--max-old-space-size=512', join(releaseFolder, 'backend', 'dist', 'main.js')],
      {
        cwd: releaseFolder,
        env: {
          ...process.env,
          ...environment,
          ROLES: roles,
          PORT: String(port),
          METRICS_PORT: '0',
          STOP_WITH_PARENT: '1',
        },
      },
    );
    for (const stream of [launched.stdout, launched.stderr])
      stream.on('data', (outputChunk: Buffer) => {
        output.push(outputChunk.toString());
        output.splice(0, output.length - LAST_OUTPUT_CHUNKS);
      });
    launched.once('exit', () => {
      if (!isStopping) void delay(RESTART_DELAY_MS).then(() => isStopping || (current = launch()));
    });
    return launched;
  };
  let current = launch();
  const hasEnded = () => current.exitCode !== null || current.signalCode !== null;
  const stop = async () => {
    isStopping = true;
    if (hasEnded()) return;
    const ending = current;
    const exited = once(ending, 'exit', { signal: AbortSignal.timeout(STOPPED_WITHIN_MS) });
    ending.kill('SIGTERM');
    await exited.catch(() => {
      ending.kill('SIGKILL');
      throw new Failure(`A process (${roles}) did not stop:\n${output.join('')}`);
    });
  };
  for (
    const deadlineMs = performance.now() + READY_WITHIN_MS;
    !(await isReady(url));
    await delay(POLL_INTERVAL_MS)
  ) {
    if (performance.now() < deadlineMs && !abortSignal.aborted) continue;
    await stop();
    throw new Failure(`A process (${roles}) is not ready:\n${output.join('')}`);
  }
  return { roles, url, pid: () => (hasEnded() ? undefined : current.pid), stop };
};

/** Returns the addresses in turn. The list may change between two calls. */
export const inTurn = (urls: () => readonly string[]): (() => string) => {
  let turn = 0;
  return () => {
    const present = urls();
    return present[turn++ % present.length]!;
  };
};
