import { dismissGuard } from './guard.mjs';

/** A reason to stop that the person at the keyboard can act on; shown as its message alone. */
export class Refusal extends Error {}

/** Aborted once somebody asks the command to stop; everything that waits listens to it. */
export const interruption = new AbortController();

/**
 * Runs a command's work: answers signals, prints what went wrong and leaves with the right exit code.
 * @param {() => Promise<number | void>} work resolves to the exit code
 * @param {{ interrupted?: number }} [codes] the exit code after an asked stop
 */
export async function command(work, { interrupted = 0 } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => interruption.abort());
  let code = 1;
  try {
    code = (await work()) ?? 0;
  } catch (error) {
    if (interruption.signal.aborted) code = interrupted;
    else console.error(error instanceof Refusal ? error.message : error);
  }
  await dismissGuard();
  process.exit(interruption.signal.aborted ? interrupted : code);
}

/**
 * Resolves after so many milliseconds, or at once when the command is interrupted.
 * @param {number} ms
 */
export const pause = (ms) =>
  new Promise((resolve) => {
    const { signal } = interruption;
    if (signal.aborted) return resolve(undefined);
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve(undefined);
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
