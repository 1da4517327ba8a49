import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.mjs';

/** Increase it when this version cannot read the data of an older one. */
export const FOLDER_FORMAT = 2;

export const FORMAT_FILE = 'courtly.json';

/** The names of all files and folders that Courtly creates in a data folder. */
export const dataNames = {
  events: 'eventstore.db',
  vault: 'vault',
  mongo: 'mongo',
  redis: 'redis',
  stripe: 'stripe.db',
  uploads: 'uploads',
  erasures: 'erasures',
  logs: 'logs',
  run: 'run.json',
  seeded: 'seeded',
  accounts: 'accounts.json',
} as const;

/**
 * Whether Courtly created an entry of a data folder. SQLite adds files such as `-wal`, and damaged
 * data is moved to `.damaged-<instant>`.
 */
export const isDataName = (entry: string): boolean =>
  Object.values(dataNames).some(
    (name) =>
      entry === name || entry.startsWith(`${name}-`) || entry.startsWith(`${name}.damaged-`),
  );

/** The files that identify a data folder. The first format had no number. */
export const markerFiles: readonly string[] = [FORMAT_FILE, 'secrets.json', 'secret'];

/** `keeps` lists the store files, which have belonged together since the stores first served. */
type FolderDescription = { format: number; keeps: string[] };

const readDescription = (folder: string): FolderDescription | undefined => {
  const file = join(folder, FORMAT_FILE);
  return existsSync(file) ? (readJson(file) as FolderDescription) : undefined;
};

/** @throws {CliError} if the file is damaged */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError(
      `${file} is damaged: restore it from a backup, or start with an empty folder with --reset.`,
    );
  }
}

const writeDescription = (folder: string, description: FolderDescription): void =>
  writeFileSync(join(folder, FORMAT_FILE), `${JSON.stringify(description, null, 2)}\n`);

/** Marks an empty folder as a data folder of the current format. */
export const initializeFormat = (folder: string): void =>
  writeDescription(folder, { format: FOLDER_FORMAT, keeps: [] });

/**
 * @param entries the entries of the folder, except its lock
 * @throws {CliError} if another version of Courtly or another program wrote it
 */
export function checkFormat(folder: string, entries: readonly string[]): void {
  const format = readDescription(folder)?.format;
  if (format === FOLDER_FORMAT || entries.length === 0) return;
  if (format !== undefined && format > FOLDER_FORMAT)
    throw new CliError(
      `A newer version of Courtly wrote the data folder ${folder}: ` +
        'use that version, or choose another folder with --data.',
    );
  if (format !== undefined || entries.some((entry) => markerFiles.includes(entry)))
    throw new CliError(
      `An older version of Courtly wrote the data folder ${folder} in a format that this version ` +
        'cannot read: delete its data with --reset, or choose another folder with --data.',
    );
  throw new CliError(
    `${folder} is neither empty nor a Courtly data folder: choose another folder with --data.`,
  );
}

/** Whether a store has ever used this folder. */
export const isInUse = (folder: string): boolean =>
  (readDescription(folder)?.keeps ?? []).length > 0;

/**
 * Checks that both the log and its encryption keys are present. Each is useless without the other.
 * @param files the store files of this start
 * @throws {CliError} if a file is missing, or if earlier starts used other stores
 */
export function checkStoreFiles(folder: string, files: readonly string[]): void {
  const previousFiles = readDescription(folder)?.keeps ?? [];
  if (files.length === 0 || previousFiles.length === 0) return;
  if ([...files].sort().join() !== [...previousFiles].sort().join())
    throw new CliError(
      `The data folder ${folder} contains ${previousFiles.join(' and ')}, but this start would use ` +
        `${files.join(' and ')}: use the same stores as before (EVENTSTORE_URL, MONGODB_URI, ` +
        'mongod on PATH), or choose another folder with --data.',
    );
  const missingName = files.find((file) => !existsSync(join(folder, file)));
  if (missingName) throw missingFile(folder, missingName);
}

export const missingFile = (folder: string, file: string): CliError =>
  new CliError(
    `${join(folder, file)} is missing, and the data folder is useless without it: restore it from a backup, ` +
      'or delete the data with --reset.',
  );

/** Records which files the stores have, once they serve. */
export function recordStoreFiles(folder: string, files: readonly string[]): void {
  if (files.length > 0) writeDescription(folder, { format: FOLDER_FORMAT, keeps: [...files] });
}
