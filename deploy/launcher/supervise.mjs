import { startChild } from './children.mjs';
import { interruption, pause, Refusal } from './refusal.mjs';
import { onSilence } from './silence.mjs';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = { served: 2_000, neverServed: 10_000 };
const HEALTHY_MS = 30_000;
const BACK_WITHIN_MS = 180_000;
const TELL_EVERY_MS = 15_000;
const HUNG_GRACE_MS = 2_000;

/**
 * How long to wait before the next restart: twice as long each time, up to 2 s where the process had served, since people wait
 * for it, and up to 10 s where it never did; from the start after half a minute of health.
 * @param {number} previousMs the wait before, 0 for the first
 * @param {{ upMs: number, served: boolean }} life how long the process has lived, and whether it came to serve
 */
export function nextDelay(previousMs, { upMs, served }) {
  if (previousMs === 0 || (served && upMs >= HEALTHY_MS)) return FIRST_DELAY_MS;
  return Math.min(previousMs * 2, served ? LONGEST_DELAY_MS.served : LONGEST_DELAY_MS.neverServed);
}

/** @typedef {import('./children.mjs').Child} Child */

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} file
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine]
 * @property {(child: Child, signal: AbortSignal) => Promise<void>} ready resolves once it serves; rejects with the signal
 * @property {import('./silence.mjs').Probe} [answers] whether it answers: it alone, whatever it needs of others
 */

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => number} pid
 * @property {() => void} restart
 * @property {(graceMs: number) => Promise<void>} stop
 */

/**
 * Keeps a process running: starts it, waits until it serves, starts it again when it ends without being asked to, and ends it
 * when it has not answered for 20 s. The first start takes as long as it needs, a later one three minutes: a machine
 * under load starts slowly, and is not helped by starting again.
 * @param {Service} service
 * @param {(message: string) => void} say
 * @param {{ probeEveryMs?: number }} [timing]
 * @returns {Promise<Supervised>} once it serves
 * @throws {Refusal} with its last lines when the first start fails
 */
export async function supervise(service, say, timing = {}) {
  let stopping = false;
  let asked = false;
  let since = performance.now();
  let child = launch();

  function launch() {
    since = performance.now();
    return startChild(service.file, service.args, { env: service.env, onLine: service.onLine });
  }

  /** Ends the process, which serves now, once it falls silent. */
  function watch() {
    if (!service.answers) return;
    const watched = child;
    const stopWatching = onSilence(service.answers, timing.probeEveryMs, (seconds) => {
      if (stopping) return;
      say(`${service.name} has not answered for ${seconds} s: ending it.`);
      void watched.stop(HUNG_GRACE_MS);
    });
    void watched.ended.then(stopWatching);
  }

  const keep = async () => {
    let delay = 0;
    let served = true;
    for (;;) {
      const { code, signal } = await child.ended;
      if (stopping) return;
      delay = asked
        ? FIRST_DELAY_MS / 5
        : nextDelay(delay, { upMs: performance.now() - since, served });
      if (!asked)
        say(
          `${service.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delay} ms.`,
        );
      await pause(delay);
      if (stopping) return;
      asked = false;
      child = launch();
      const failure = await untilReady(service, child, say, BACK_WITHIN_MS);
      if (stopping) return;
      served = failure === undefined;
      if (served) watch();
      say(failure ?? `${service.name} is back after ${Math.round(performance.now() - since)} ms.`);
    }
  };

  const failure = await untilReady(service, child, say);
  if (failure) {
    await child.stop(1_000);
    throw new Refusal([failure, ...child.lines].join('\n'));
  }
  watch();
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
 * @param {(message: string) => void} say hears every 15 s what is waited for
 * @param {number} [withinMs] as long as it takes when absent
 * @returns {Promise<string | undefined>} what went wrong; the process is gone then
 */
async function untilReady({ name, ready }, child, say, withinMs) {
  const started = performance.now();
  const waited = () => Math.round((performance.now() - started) / 1000);
  const over = new AbortController();
  const late = withinMs ? [AbortSignal.timeout(withinMs)] : [];
  const timer = setInterval(
    () => say(`Waiting for ${name} to answer, for ${waited()} s now ...`),
    TELL_EVERY_MS,
  );
  const ended = child.ended.then(
    ({ code, signal }) => `${name} ended (${signal ?? `exit code ${code}`}) before it was ready.`,
  );
  const failure = await Promise.race([
    ended,
    ready(child, AbortSignal.any([...late, over.signal, interruption.signal])).then(
      () => undefined,
      () => `${name} did not answer within ${waited()} s.`,
    ),
  ]);
  over.abort();
  clearInterval(timer);
  if (failure) await child.stop(1_000);
  return failure;
}
