import { join } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { type Output, step } from './progress.mjs';
import { isInstalledByHand, root, withoutPackageBinaries } from './setup.mjs';

/**
 * Resolves to the path of an audit tool. The packages of `deploy/audits` are large and rarely used,
 * so they are installed when a command needs them.
 * @throws {CliError} if they are missing and cannot be installed
 */
export async function auditTool(
  name: string,
  out: Output,
  folder = join(root, 'deploy', 'audits'),
): Promise<string> {
  if (!isInstalledByHand(folder))
    await step(out, 'Installing audit tools (npm ci)', () => installTools(folder));
  return join(folder, 'node_modules', '.bin', name);
}

async function installTools(folder: string): Promise<void> {
  const { code, lines } = await run('npm', ['ci'], {
    cwd: folder,
    env: withoutPackageBinaries(process.env),
  });
  if (code !== 0)
    throw new CliError(
      'The audit tools could not be installed. Connect to the internet and try again:\n' +
        lines.join('\n'),
    );
}
