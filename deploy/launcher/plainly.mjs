import { Refusal } from './refusal.mjs';

const inTheWay = ['a file is where a folder is needed', 'Move it away'];
const forbidden = ['this user may not write there', 'Give it the right to'];

/** @type {Record<string, string[]>} the reason, and what to do */
const sentences = {
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: ['its disk is read-only', 'Make that writable'],
  ENOSPC: ['its disk is full', 'Make room'],
};

/**
 * Does work on the files of a data folder; what the system refuses becomes a sentence that names the path and what to do.
 * @template T
 * @param {string} folder
 * @param {() => T} work
 * @returns {T}
 * @throws {Refusal}
 */
export function plainly(folder, work) {
  try {
    return work();
  } catch (error) {
    const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (error instanceof Refusal || code === undefined) throw error;
    const [reason, advice] = sentences[code] ?? [message, 'Mend that'];
    throw new Refusal(
      `The data folder ${folder} cannot be used: ${reason} (${code}, ${path ?? folder}). ${advice}, or choose another with --data.`,
    );
  }
}
