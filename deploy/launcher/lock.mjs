import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOf } from './processes.mjs';
import { interruption, Refusal } from './refusal.mjs';

/** @typedef {{ pid: number, startedAt: string }} Holder */

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string | undefined} text */
function livingHolder(text) {
  if (text === undefined) return undefined;
  try {
    const { pid, startedAt } = /** @type {Holder} */ (JSON.parse(text));
    return startOf(pid) === startedAt ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The living process that holds a data folder, if any.
 * @param {string} folder
 */
export const holderOf = (folder) => livingHolder(read(join(folder, 'lock')));

/**
 * Takes a data folder for this process; a lock whose process is gone is taken over.
 * @param {string} folder
 * @returns {() => void} gives it back
 * @throws {Refusal} while a living process holds it
 */
export function takeLock(folder) {
  const lock = join(folder, 'lock');
  const mine = join(folder, `lock.${process.pid}`);
  const content = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  writeFileSync(mine, content);
  try {
    for (;;) {
      try {
        linkSync(mine, lock);
        return () => rmSync(lock, { force: true });
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
      const seen = read(lock);
      const holder = livingHolder(seen);
      if (holder) throw inUse(folder, holder);
      if (seen !== undefined) setAside(lock, seen);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

const LOOK_AGAIN_MS = 100;

/**
 * Does work while no other process does any under the same folder: waits until the one that holds it is done, or gone.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(folder, work) {
  const release = await taken(folder);
  try {
    return await work();
  } finally {
    release();
  }
}

/** @param {string} folder */
async function taken(folder) {
  for (;;) {
    interruption.signal.throwIfAborted();
    try {
      return takeLock(folder);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/**
 * @param {string} folder
 * @param {number} holder
 */
export const inUse = (folder, holder) =>
  new Refusal(
    `The data folder ${folder} is in use by process ${holder}: stop that one, or choose another with --data.`,
  );

/**
 * Removes a stale lock, unless somebody else has replaced it since it was seen: renaming lets one process win.
 * @param {string} lock
 * @param {string} seen
 */
function setAside(lock, seen) {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== seen) linkSync(aside, lock);
  } catch {
    // Somebody else has removed or taken it: the next round finds out who.
  } finally {
    rmSync(aside, { force: true });
  }
}
