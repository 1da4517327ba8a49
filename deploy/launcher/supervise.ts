import { startChild, type Child } from './children.mjs';
import { CliError, interruption, pause } from './cli-error.mjs';
import type { Report } from './progress.mjs';
import { watchForSilence, type Probe } from './watchdog.ts';

const FIRST_DELAY_MS = 250;
const REQUESTED_RESTART_DELAY_MS = 50;
const LONGEST_DELAY_MS = { served: 2_000, neverServed: 10_000 };
const HEALTHY_MS = 30_000;
const RESTART_TIMEOUT_MS = 180_000;
const REPORT_INTERVAL_MS = 15_000;
const HUNG_GRACE_MS = 2_000;
const FAILED_GRACE_MS = 1_000;

/**
 * The wait before the next restart in milliseconds: twice the last, up to 2 s if the process has
 * served, as users wait for it, or 10 s. Half a minute of health resets it.
 */
export function nextDelay(
  previousMs: number,
  { upMs, served }: { upMs: number; served: boolean },
): number {
  if (previousMs === 0 || (served && upMs >= HEALTHY_MS)) return FIRST_DELAY_MS;
  return Math.min(previousMs * 2, served ? LONGEST_DELAY_MS.served : LONGEST_DELAY_MS.neverServed);
}

export type Service = {
  name: string;
  file: string;
  readonly args: readonly string[];
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
  /** Resolves when the process serves requests. Rejects when the signal aborts. */
  ready: (child: Child, signal: AbortSignal) => Promise<void>;
  /** Whether this process responds, regardless of the state of the services that it uses. */
  answers?: Probe | undefined;
};

export type Supervised = {
  name: string;
  pid: () => number;
  restart: () => void;
  stop: (graceMs: number) => Promise<void>;
};

/**
 * Restarts a process that ends or does not respond for 20 s. Only later starts have a limit, of
 * three minutes: a restart does not help a process that starts slowly on a busy machine.
 * @throws {CliError} with its last lines if the first start fails
 */
export async function supervise(
  service: Service,
  report: Report,
  timing: { probeIntervalMs?: number } = {},
): Promise<Supervised> {
  let isStopping = false;
  let isRestartRequested = false;
  let startedAt = performance.now();
  let child = launch();

  function launch(): Child {
    startedAt = performance.now();
    return startChild(service.file, service.args, { env: service.env, onLine: service.onLine });
  }

  function watchForHang(): void {
    if (!service.answers) return;
    const watchedChild = child;
    const stopWatching = watchForSilence(
      service.answers,
      timing.probeIntervalMs,
      (silentSeconds) => {
        if (isStopping) return;
        report(`${service.name} has not responded for ${silentSeconds} s: stopping it.`);
        void watchedChild.stop(HUNG_GRACE_MS);
      },
    );
    void watchedChild.ended.then(stopWatching);
  }

  async function keepRunning(): Promise<void> {
    let delayMs = 0;
    let served = true;
    for (;;) {
      const { code, signal } = await child.ended;
      if (isStopping) return;
      if (isRestartRequested) delayMs = REQUESTED_RESTART_DELAY_MS;
      else {
        delayMs = nextDelay(delayMs, { upMs: performance.now() - startedAt, served });
        report(
          `${service.name} ended (${signal ?? `exit code ${code}`}); restarting it in ${delayMs} ms.`,
        );
      }
      await pause(delayMs);
      if (isStopping) return;
      isRestartRequested = false;
      child = launch();
      const failure = await untilReady(service, child, {
        report,
        timeoutMs: RESTART_TIMEOUT_MS,
      });
      if (isStopping) return;
      served = failure === undefined;
      if (served) watchForHang();
      report(
        failure ?? `${service.name} is back after ${Math.round(performance.now() - startedAt)} ms.`,
      );
    }
  }

  const startFailure = await untilReady(service, child);
  if (startFailure) {
    await child.stop(FAILED_GRACE_MS);
    throw new CliError([startFailure, ...child.lines].join('\n'));
  }
  watchForHang();
  const supervision = keepRunning();
  return {
    name: service.name,
    pid: () => child.pid,
    restart() {
      isRestartRequested = true;
      child.kill('SIGTERM');
    },
    async stop(graceMs) {
      isStopping = true;
      await child.stop(graceMs);
      await supervision;
    },
  };
}

/**
 * Waits until a service is ready. A restart has a timeout and reports every 15 s. The first start
 * has neither, because the progress line shows it.
 * @returns what went wrong, after the process is stopped
 */
async function untilReady(
  { name, ready }: Service,
  child: Child,
  restart?: { report: Report; timeoutMs: number },
): Promise<string | undefined> {
  const startedAt = performance.now();
  const waitedSeconds = () => Math.round((performance.now() - startedAt) / 1000);
  const outcomeKnown = new AbortController();
  const signals = [outcomeKnown.signal, interruption.signal];
  if (restart) signals.push(AbortSignal.timeout(restart.timeoutMs));
  const reportTimer = setInterval(
    () => restart?.report(`Still waiting for ${name} to respond (${waitedSeconds()} s) ...`),
    REPORT_INTERVAL_MS,
  );
  const exit = child.ended.then(
    ({ code, signal }) => `${name} ended (${signal ?? `exit code ${code}`}) before it was ready.`,
  );
  const failure = await Promise.race([
    exit,
    ready(child, AbortSignal.any(signals)).then(
      () => undefined,
      () => `${name} did not respond within ${waitedSeconds()} s.`,
    ),
  ]);
  outcomeKnown.abort();
  clearInterval(reportTimer);
  if (failure) await child.stop(FAILED_GRACE_MS);
  return failure;
}
