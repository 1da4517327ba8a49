import { toolsScript } from './application.ts';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { markSeeded, type Account } from './data-folder.ts';
import type { Report } from './progress.mjs';
import { parseJson } from './readiness.ts';
import { nodeFlags } from './services.ts';

/** Fills a new data folder with the demo. The last line of output lists the demo accounts. */
export async function seedDemo(
  folder: string,
  env: NodeJS.ProcessEnv,
  showDetail: Report,
): Promise<void> {
  let accounts: Account[] = [];
  const { code, lines } = await run(process.execPath, [...nodeFlags, toolsScript, 'seed'], {
    env,
    onLine(line) {
      const message = parseJson(line);
      if (Array.isArray(message?.accounts)) accounts = message.accounts;
      else if (!line.startsWith('✔')) showDetail(line.trim().replace(/^[❯›] /, ''));
    },
  });
  if (code !== 0) throw new CliError(`Creating the demo failed:\n${lines.join('\n')}`);
  markSeeded(folder, accounts);
}
