import { join } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { type Output, step } from './progress.mjs';
import { isInstalledByHand, root, withoutPackageBinaries } from './setup.mjs';

/** The folders whose packages are large or rarely used, each with its own lock file. */
const folders = {
  'audit tools': join(root, 'deploy', 'audits'),
  'benchmark tools': join(root, 'backend', 'tools'),
  'the client of WebKit': join(root, 'frontend', 'e2e', 'webkit'),
};

export type Packages = keyof typeof folders;

/**
 * Installs packages when a command needs them, and resolves to the folder of their programs.
 * @throws {CliError} if they are missing and cannot be installed
 */
export async function installOnDemand(
  packages: Packages,
  out: Output,
  folder = folders[packages],
): Promise<string> {
  if (!isInstalledByHand(folder))
    await step(out, `Installing ${packages} (npm ci)`, () => install(packages, folder));
  return join(folder, 'node_modules', '.bin');
}

async function install(packages: Packages, folder: string): Promise<void> {
  const { code, lines } = await run('npm', ['ci'], {
    cwd: folder,
    env: withoutPackageBinaries(process.env),
  });
  if (code !== 0)
    throw new CliError(
      `The installation of ${packages} failed. Connect to the internet and try again:\n` +
        lines.join('\n'),
    );
}
