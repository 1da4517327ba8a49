import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/** Raised when this Courtly cannot read what an older one wrote. */
export const FORMAT = 2;

export const FORMAT_FILE = 'courtly.json';

/** By these a folder is known as Courtly's; the first format had no number. */
export const marks = [FORMAT_FILE, 'secrets.json', 'secret'];

/**
 * What stands in a data folder about itself.
 * @typedef {{ format: number, keeps: string[] }} Description `keeps`: the files that belong together since the stores first served
 */

/**
 * @param {string} folder
 * @returns {Description | undefined}
 */
function describe(folder) {
  const file = join(folder, FORMAT_FILE);
  return existsSync(file) ? /** @type {Description} */ (readJson(file)) : undefined;
}

/**
 * @param {string} file
 * @returns {unknown}
 * @throws {Refusal} when it is cut off or damaged
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal(
      `${file} is damaged: put it back from a copy, or start from nothing with --reset.`,
    );
  }
}

/**
 * @param {string} folder
 * @param {Description} description
 */
const write = (folder, description) =>
  writeFileSync(join(folder, FORMAT_FILE), `${JSON.stringify(description, null, 2)}\n`);

/**
 * Makes a folder one of this format, in which nothing is kept yet.
 * @param {string} folder
 */
export const begin = (folder) => write(folder, { format: FORMAT, keeps: [] });

/**
 * @param {string} folder
 * @param {readonly string[]} entries of the folder, the lock apart
 * @throws {Refusal} when another version of Courtly wrote it, or it is somebody's folder with other things in it
 */
export function checkFormat(folder, entries) {
  const format = describe(folder)?.format;
  if (format === FORMAT || entries.length === 0) return;
  if (format !== undefined && format > FORMAT)
    throw new Refusal(
      `A newer Courtly wrote the data folder ${folder}: use that one, or choose another with --data.`,
    );
  if (format !== undefined || entries.some((entry) => marks.includes(entry)))
    throw new Refusal(
      `An older Courtly wrote the data folder ${folder}, in a format that this one cannot read: ` +
        'start from nothing with --reset, or choose another with --data.',
    );
  throw new Refusal(
    `${folder} is neither empty nor a data folder of Courtly: choose another with --data.`,
  );
}

/**
 * Whether a store has served from this folder.
 * @param {string} folder
 */
export const isInUse = (folder) => (describe(folder)?.keeps ?? []).length > 0;

/**
 * The log and the keys of the people in it belong together: one without the other is lost.
 * @param {string} folder
 * @param {readonly string[]} files that this start would keep in the folder
 * @throws {Refusal} when a file is gone, or this start would keep others than the starts before
 */
export function checkKept(folder, files) {
  const keeps = describe(folder)?.keeps ?? [];
  if (files.length === 0 || keeps.length === 0) return;
  if ([...files].sort().join() !== [...keeps].sort().join())
    throw new Refusal(
      `The data folder ${folder} keeps ${keeps.join(' and ')}, this start would keep ${files.join(' and ')}: start it with ` +
        'the stores that it was begun with (EVENTSTORE_URL, MONGODB_URI, mongod on PATH), or choose another with --data.',
    );
  const [gone] = files.filter((file) => !existsSync(join(folder, file)));
  if (gone) throw missing(folder, gone);
}

/**
 * @param {string} folder
 * @param {string} file
 */
export const missing = (folder, file) =>
  new Refusal(
    `${join(folder, file)} is missing, and the rest of the data folder is worth nothing without it: put it back from a copy, ` +
      'or start from nothing with --reset.',
  );

/**
 * @param {string} folder
 * @param {readonly string[]} files that the stores keep there, now that they serve
 */
export const keep = (folder, files) =>
  void (files.length && write(folder, { format: FORMAT, keeps: [...files] }));
