import { CliError } from './cli-error.mjs';

/**
 * What to do without a tool that this machine lacks: a developer goes without it, CI was set up to have it.
 * @param {string} layer
 * @param {string} reason
 * @returns {import('./layers.mjs').Tally}
 * @throws {CliError} where CI is set
 */
export function skipped(layer, reason) {
  if (process.env.CI) throw new CliError(`${layer}: ${reason}.`);
  process.stdout.write(`skipped: ${layer}, ${reason}.\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/**
 * A tool of this machine, or undefined where it is missing and may be.
 * @template T
 * @param {string} layer
 * @param {() => Promise<T>} find throws a CliError with what to install
 * @returns {Promise<T | undefined>}
 */
export async function orSkipped(layer, find) {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    skipped(layer, error.message.replace(/\.$/, ''));
    return undefined;
  }
}
