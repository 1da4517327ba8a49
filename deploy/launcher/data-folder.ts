import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withReadableErrors } from './file-errors.ts';
import {
  checkFormat,
  dataNames,
  FORMAT_FILE,
  initializeFormat,
  isDataName,
  markerFiles,
} from './folder-format.ts';
import { folderInUse, lockOwnerOf, takeLock } from './lock.ts';

export type Account = { role: string; email: string; password: string };
/** `mails` is the URL of the page that shows sent emails. */
export type Run = {
  pid: number;
  url: string;
  mails?: string | undefined;
  env: Record<string, string>;
};
type OpenOptions = { reset?: boolean };

/**
 * @throws {CliError} if the folder is locked, does not belong to Courtly, or (without a reset) is
 *   of another version
 */
export function checkFolder(folder: string, { reset = false }: OpenOptions = {}): void {
  const ownerPid = lockOwnerOf(folder);
  if (ownerPid) throw folderInUse(folder, ownerPid);
  withReadableErrors(folder, () => {
    if (!existsSync(folder)) return;
    const entries = readdirSync(folder).filter((entry) => !entry.startsWith('lock'));
    if (!reset || !entries.some((entry) => markerFiles.includes(entry)))
      checkFormat(folder, entries);
  });
}

/**
 * Locks the data folder for this process, after creating or emptying it if necessary.
 * @returns a function that unlocks it
 */
export function openFolder(folder: string, { reset = false }: OpenOptions = {}): () => void {
  checkFolder(folder, { reset });
  return withReadableErrors(folder, () => {
    mkdirSync(folder, { recursive: true });
    const unlock = takeLock(folder);
    if (reset) emptyFolder(folder);
    if (!existsSync(join(folder, FORMAT_FILE))) initializeFormat(folder);
    mkdirSync(join(folder, dataNames.uploads), { recursive: true });
    return unlock;
  });
}

/**
 * Removes Courtly's files. The marker files are last, so that an interrupted removal can continue.
 */
function emptyFolder(folder: string): void {
  const entries = readdirSync(folder).filter(
    (entry) => isDataName(entry) && !markerFiles.includes(entry),
  );
  for (const entry of [...entries, ...markerFiles])
    rmSync(join(folder, entry), { recursive: true, force: true });
}

/** Writes the addresses of a running application for other commands. They contain no secrets. */
export const writeRun = (folder: string, run: Run): void =>
  writeFileSync(join(folder, dataNames.run), `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });

export const removeRun = (folder: string): void =>
  rmSync(join(folder, dataNames.run), { force: true });

/**
 * The application that uses this folder, if it has started completely and its launcher is alive.
 */
export function currentRun(folder: string): Run | undefined {
  const file = join(folder, dataNames.run);
  if (!existsSync(file)) return undefined;
  const run: Run = JSON.parse(readFileSync(file, 'utf8'));
  return lockOwnerOf(folder) === run.pid ? run : undefined;
}

export const isSeeded = (folder: string): boolean => existsSync(join(folder, dataNames.seeded));

/** @param accounts the demo accounts, whose passwords are public */
export function markSeeded(folder: string, accounts: readonly Account[]): void {
  writeFileSync(join(folder, dataNames.accounts), `${JSON.stringify(accounts, null, 2)}\n`);
  writeFileSync(join(folder, dataNames.seeded), `${new Date().toISOString()}\n`);
}

export function accountsOf(folder: string): Account[] {
  const file = join(folder, dataNames.accounts);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
