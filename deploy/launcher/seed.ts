import { toolsScript } from './application.ts';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { markSeeded, type Account } from './data-folder.ts';
import type { Report } from './progress.mjs';
import { parseJson } from './readiness.ts';
import { nodeFlags } from './services.ts';

const MAX_TRIES = 3;

/**
 * Fills a new data folder with the demo. The last line of the script's output lists the demo
 * accounts. If a store responds too late, the script runs again and continues where it stopped.
 * @throws {CliError} with its output if it fails otherwise, or three times
 */
export async function seedDemo(
  folder: string,
  env: NodeJS.ProcessEnv,
  showDetail: Report,
  { club }: { club: boolean },
  script: string = toolsScript,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    let accounts: Account[] = [];
    const { code, lines } = await run(
      process.execPath,
      [...nodeFlags, script, 'seed', ...(club ? ['--club'] : [])],
      {
        env,
        onLine(line) {
          const message = parseJson(line);
          if (Array.isArray(message?.accounts)) accounts = message.accounts;
          else if (!line.startsWith('✔')) showDetail(line.trim().replace(/^[❯›] /, ''));
        },
      },
    );
    if (code === 0) return markSeeded(folder, accounts);
    const isStoreLate = lines.some((line) => line.includes('StoreUnavailable'));
    if (!isStoreLate || tries === MAX_TRIES)
      throw new CliError(`Creating the demo failed:\n${lines.join('\n')}`);
  }
}
