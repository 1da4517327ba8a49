import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin, checkFormat, FORMAT_FILE, marks } from './folder-format.mjs';
import { holderOf, inUse, takeLock } from './lock.mjs';
import { plainly } from './plainly.mjs';

const contents =
  /^(seeded|accounts\.json|run\.json|eventstore\.db.*|mongo|vault|redis(\.damaged-.*)?|uploads)$/;

/** @typedef {{ role: string, email: string, password: string }} Account */
/** @typedef {{ pid: number, url: string, mails?: string | undefined, env: Record<string, string> }} Run `mails` shows them */

/**
 * @param {string} folder
 * @param {{ reset?: boolean }} [options]
 * @throws {Refusal} when a living process has it, another version wrote it and it is not to be emptied, or it is not Courtly's
 */
export function checkFolder(folder, { reset = false } = {}) {
  const holder = holderOf(folder);
  if (holder) throw inUse(folder, holder);
  plainly(folder, () => {
    if (!existsSync(folder)) return;
    const entries = readdirSync(folder).filter((entry) => !entry.startsWith('lock'));
    if (!reset || !entries.some((entry) => marks.includes(entry))) checkFormat(folder, entries);
  });
}

/**
 * Takes the data folder for this process, made or emptied as asked.
 * @param {string} folder
 * @param {{ reset?: boolean }} [options]
 * @returns {() => void} gives it back
 */
export function openFolder(folder, { reset = false } = {}) {
  checkFolder(folder, { reset });
  return plainly(folder, () => {
    mkdirSync(folder, { recursive: true });
    const release = takeLock(folder);
    if (reset) empty(folder);
    if (!existsSync(join(folder, FORMAT_FILE))) begin(folder);
    mkdirSync(join(folder, 'uploads'), { recursive: true });
    return release;
  });
}

/**
 * Removes what Courtly keeps in a folder; last what it is known by, so that a removal that is cut off can be taken up again.
 * @param {string} folder
 */
function empty(folder) {
  const entries = readdirSync(folder).filter(
    (entry) => contents.test(entry) && !marks.includes(entry),
  );
  for (const entry of [...entries, ...marks])
    rmSync(join(folder, entry), { recursive: true, force: true });
}

/**
 * @param {string} folder
 * @param {Run} run without secrets: it is for the commands beside a running application
 */
export const writeRun = (folder, run) =>
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });

/** @param {string} folder */
export const removeRun = (folder) => rmSync(join(folder, 'run.json'), { force: true });

/**
 * What runs on this folder, if its launcher is alive and everything is up.
 * @param {string} folder
 * @returns {Run | undefined}
 */
export function currentRun(folder) {
  const file = join(folder, 'run.json');
  if (!existsSync(file)) return undefined;
  const run = /** @type {Run} */ (JSON.parse(readFileSync(file, 'utf8')));
  return holderOf(folder) === run.pid ? run : undefined;
}

/** @param {string} folder */
export const isSeeded = (folder) => existsSync(join(folder, 'seeded'));

/**
 * @param {string} folder
 * @param {readonly Account[]} accounts of the demo; their passwords are public
 */
export function markSeeded(folder, accounts) {
  writeFileSync(join(folder, 'accounts.json'), `${JSON.stringify(accounts, null, 2)}\n`);
  writeFileSync(join(folder, 'seeded'), `${new Date().toISOString()}\n`);
}

/**
 * @param {string} folder
 * @returns {Account[]}
 */
export function accountsOf(folder) {
  const file = join(folder, 'accounts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
