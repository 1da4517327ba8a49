import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderOf, inUse, takeLock } from './lock.mjs';
import { Refusal } from './refusal.mjs';

const contents = /^(secret|seeded|accounts\.json|run\.json|eventstore\.db.*|mongo|vault|redis|uploads)$/;

/** @typedef {{ role: string, email: string, password: string }} Account */
/** @typedef {{ pid: number, url: string, env: Record<string, string> }} Run */

/**
 * @param {string} folder
 * @throws {Refusal} when a living process has it, or it is somebody's folder with other things in it
 */
export function checkFolder(folder) {
  const holder = holderOf(folder);
  if (holder) throw inUse(folder, holder);
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder);
  if (entries.length > 0 && !entries.includes('secret') && !entries.includes('lock'))
    throw new Refusal(`${folder} is neither empty nor a data folder of Courtly: choose another with --data.`);
}

/**
 * Takes the data folder for this process, made or emptied as asked.
 * @param {string} folder
 * @param {{ reset?: boolean }} [options]
 * @returns {() => void} gives it back
 */
export function openFolder(folder, { reset = false } = {}) {
  checkFolder(folder);
  mkdirSync(folder, { recursive: true });
  const release = takeLock(folder);
  if (reset)
    for (const entry of readdirSync(folder)) if (contents.test(entry)) rmSync(join(folder, entry), { recursive: true });
  mkdirSync(join(folder, 'uploads'), { recursive: true });
  return release;
}

/**
 * The application's secret: 32 random bytes in base64, made once and readable by its owner only.
 * @param {string} folder
 */
export function secretOf(folder) {
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
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
