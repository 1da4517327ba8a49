import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { step, type Output } from './progress.mjs';

type ProgramSearch<T> = {
  find: () => T | undefined | Promise<T | undefined>;
  packages: readonly string[];
  /** What to install by hand. */
  advice: string;
  install?: (packages: readonly string[]) => Promise<void>;
};

/** The full path of a program on PATH. */
export const onPath = (programName: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, programName))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * Finds a program, and installs Debian's packages if it is missing and this user may.
 * @throws {CliError} with the advice
 */
export async function findOrInstall<T>(
  out: Output,
  { find, packages, advice, install = aptInstall }: ProgramSearch<T>,
): Promise<T> {
  const existingProgram = await find();
  if (existingProgram) return existingProgram;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new CliError(advice);
  await step(out, `Installing Debian's ${packages.join(', ')} (apt-get)`, () => install(packages));
  const installedProgram = await find();
  if (!installedProgram) throw new CliError(advice);
  return installedProgram;
}

/** @throws {CliError} with the output of apt-get */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=120'];
  await run('apt-get', ['update', '-q'], { env });
  const { code, lines } = await run(
    'apt-get',
    ['install', '-q', '-y', ...lockTimeout, '--no-install-recommends', ...packages],
    { env },
  );
  if (code !== 0)
    throw new CliError(`Installing ${packages.join(', ')} failed:\n${lines.join('\n')}`);
}
