import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { step, type Output } from './progress.mjs';

/** The prefix that runs a command as root: `sudo -n`, or nothing if this user is root. */
export type RootPrefix = readonly string[];

type Run = (
  file: string,
  args: readonly string[],
) => Promise<Pick<Awaited<ReturnType<typeof run>>, 'code' | 'lines'>>;

type ProgramSearch<T> = {
  find: () => T | undefined | Promise<T | undefined>;
  packages: readonly string[];
  /** Advice on what to install manually. */
  advice: string;
  install?: (packages: readonly string[], rootPrefix: RootPrefix, run: Run) => Promise<void>;
};

type Machine = { hasApt: boolean; userId: number | undefined; run: Run };

/** The full path of a program that is on PATH. */
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
 * Finds a program. If it is missing, installs Debian's packages, provided that this user is root or
 * can use sudo without a password.
 * @throws {CliError} with the advice
 */
export async function findOrInstall<T>(
  out: Output,
  { find, packages, advice, install = aptInstall }: ProgramSearch<T>,
  machine: Machine = {
    hasApt: onPath('apt-get') !== undefined,
    userId: process.getuid?.(),
    run,
  },
): Promise<T> {
  const existingProgram = await find();
  if (existingProgram) return existingProgram;
  if (!machine.hasApt) throw new CliError(advice);
  const rootPrefix = await findRootPrefix(machine);
  const packageNames = packages.join(' ');
  if (!rootPrefix)
    throw new CliError(`${advice} On Debian, run \`sudo apt-get install ${packageNames}\`.`);
  await step(out, `Installing Debian's ${packages.join(', ')} (apt-get)`, () =>
    install(packages, rootPrefix, machine.run),
  );
  const installedProgram = await find();
  if (!installedProgram) throw new CliError(advice);
  return installedProgram;
}

/**
 * The prefix for root. Undefined if this user is not root and sudo is missing or needs a password.
 */
async function findRootPrefix({ userId, run }: Machine): Promise<RootPrefix | undefined> {
  if (userId === 0) return [];
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/** @throws {CliError} with the output of apt-get */
export async function aptInstall(
  packages: readonly string[],
  rootPrefix: RootPrefix,
  run: Run,
): Promise<void> {
  // sudo removes the user's variables.
  const aptGet = [...rootPrefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const [program = '', ...aptArgs] = aptGet;
  await run(program, [...aptArgs, 'update', '-q']);
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=120'];
  const { code, lines } = await run(program, [
    ...aptArgs,
    ...['install', '-q', '-y', ...lockTimeout, '--no-install-recommends'],
    ...packages,
  ]);
  if (code !== 0)
    throw new CliError(`Installing ${packages.join(', ')} failed:\n${lines.join('\n')}`);
}
