import { dismissGuard } from './guard.mjs';

/** An expected error that the user can fix. Only its message is shown. */
export class CliError extends Error {}

/** Aborts when the user stops the command. All waiting work listens to it. */
export const interruption = new AbortController();

/**
 * Runs a command: handles signals, prints errors, and exits with the right code.
 * @param {() => Promise<number | void>} work resolves to the exit code
 * @param {{ interrupted?: number }} [exitCodes] the exit code after an interruption
 */
export async function command(work, { interrupted = 0 } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => interruption.abort());
  let exitCode = 1;
  try {
    exitCode = (await work()) ?? 0;
  } catch (error) {
    if (interruption.signal.aborted) exitCode = interrupted;
    else console.error(error instanceof CliError ? error.message : error);
  }
  await dismissGuard();
  process.exit(interruption.signal.aborted ? interrupted : exitCode);
}

/**
 * Resolves after this time, or immediately when the user interrupts the command.
 * @param {number} milliseconds
 */
export const pause = (milliseconds) =>
  new Promise((resolve) => {
    const { signal } = interruption;
    if (signal.aborted) return resolve(undefined);
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve(undefined);
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
  });
