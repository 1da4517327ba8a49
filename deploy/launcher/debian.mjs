import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './children.mjs';
import { step } from './progress.mjs';
import { Refusal } from './refusal.mjs';

/**
 * The full path of a program on PATH.
 * @param {string} name
 */
export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * A program of this machine; Debian's packages are installed where it is missing and that is allowed.
 * @template T
 * @param {import('./progress.mjs').Output} out
 * @param {object} wanted
 * @param {() => T | undefined | Promise<T | undefined>} wanted.find
 * @param {readonly string[]} wanted.packages
 * @param {string} wanted.advice what to install by hand
 * @param {(packages: readonly string[]) => Promise<void>} [wanted.install]
 * @returns {Promise<T>}
 * @throws {Refusal} with the advice
 */
export async function findOrInstall(out, { find, packages, advice, install = aptInstall }) {
  const found = await find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Refusal(advice);
  await step(out, `Installing Debian's ${packages.join(', ')} (apt-get)`, () => install(packages));
  const installed = await find();
  if (!installed) throw new Refusal(advice);
  return installed;
}

/**
 * @param {readonly string[]} packages
 * @throws {Refusal} with what apt-get said
 */
export async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=120'];
  await run('apt-get', ['update', '-q'], { env });
  const { code, lines } = await run(
    'apt-get',
    ['install', '-q', '-y', ...patience, '--no-install-recommends', ...packages],
    { env },
  );
  if (code !== 0)
    throw new Refusal(`Installing ${packages.join(', ')} failed:\n${lines.join('\n')}`);
}
