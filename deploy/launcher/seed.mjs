import { run } from './children.mjs';
import { tools } from './application.mjs';
import { isSeeded, markSeeded } from './data-folder.mjs';
import { parseJson } from './readiness.mjs';
import { Refusal } from './refusal.mjs';
import { nodeFlags } from './services.mjs';

/**
 * Fills a new data folder with the demo; its last line names the accounts to sign in with.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env of the application
 * @param {(message: string) => void} say receives its progress
 */
export async function seedOnce(folder, env, say) {
  if (isSeeded(folder)) return;
  /** @type {import('./data-folder.mjs').Account[]} */
  let accounts = [];
  const { code, lines } = await run(process.execPath, [...nodeFlags, tools, 'seed'], {
    env,
    onLine(line) {
      const message = parseJson(line);
      if (Array.isArray(message?.accounts)) accounts = message.accounts;
      else say(`  ${line}`);
    },
  });
  if (code !== 0) throw new Refusal(`Filling in the demo failed:\n${lines.join('\n')}`);
  markSeeded(folder, accounts);
}
