import { startChild } from './children.mjs';
import { interruption, pause, Refusal } from './refusal.mjs';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
const HEALTHY_MS = 30_000;
const READY_WITHIN_MS = 60_000;

/**
 * How long to wait before the next restart: twice as long each time, and from the start after half a minute of health.
 * @param {number} previousMs the wait before, 0 for the first
 * @param {number} upMs how long the process has lived
 */
export const nextDelay = (previousMs, upMs) =>
  previousMs === 0 || upMs >= HEALTHY_MS ? FIRST_DELAY_MS : Math.min(previousMs * 2, LONGEST_DELAY_MS);

/** @typedef {import('./children.mjs').Child} Child */

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} file
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine]
 * @property {(child: Child, signal: AbortSignal) => Promise<void>} ready resolves once it serves; rejects with the signal
 */

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => number} pid
 * @property {() => void} restart
 * @property {(graceMs: number) => Promise<void>} stop
 */

/**
 * Keeps a process running: starts it, waits until it serves, and starts it again when it ends without being asked to.
 * @param {Service} service
 * @param {(message: string) => void} say
 * @returns {Promise<Supervised>} once it serves
 * @throws {Refusal} with its last lines when the first start fails
 */
export async function supervise(service, say) {
  let stopping = false;
  let asked = false;
  let since = performance.now();
  let child = launch();

  function launch() {
    since = performance.now();
    return startChild(service.file, service.args, { env: service.env, onLine: service.onLine });
  }

  const keep = async () => {
    let delay = 0;
    for (;;) {
      const { code, signal } = await child.ended;
      if (stopping) return;
      delay = asked ? FIRST_DELAY_MS / 5 : nextDelay(delay, performance.now() - since);
      if (!asked) say(`${service.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delay} ms.`);
      await pause(delay);
      if (stopping) return;
      asked = false;
      child = launch();
      const failure = await untilReady(service, child);
      if (stopping) return;
      say(failure ?? `${service.name} is back after ${Math.round(performance.now() - since)} ms.`);
    }
  };

  const failure = await untilReady(service, child);
  if (failure) {
    await child.stop(1_000);
    throw new Refusal([failure, ...child.lines].join('\n'));
  }
  const kept = keep();
  return {
    name: service.name,
    pid: () => child.pid,
    restart() {
      asked = true;
      child.kill('SIGTERM');
    },
    async stop(graceMs) {
      stopping = true;
      await child.stop(graceMs);
      await kept;
    },
  };
}

/**
 * @param {Service} service
 * @param {Child} child
 * @returns {Promise<string | undefined>} what went wrong; the process is gone then
 */
async function untilReady({ name, ready }, child) {
  const signal = AbortSignal.any([AbortSignal.timeout(READY_WITHIN_MS), interruption.signal]);
  const ended = child.ended.then(
    ({ code, signal: killed }) => `${name} ended (${killed ?? `exit code ${code}`}) before it was ready.`,
  );
  const late = `${name} was not ready within ${READY_WITHIN_MS / 1000} s.`;
  const failure = await Promise.race([
    ended,
    ready(child, signal).then(
      () => undefined,
      () => late,
    ),
  ]);
  if (failure === late) await child.stop(1_000);
  return failure;
}
