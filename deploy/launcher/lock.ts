import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError, interruption } from './cli-error.mjs';
import { startOf } from './processes.mjs';

type LockOwner = { pid: number; startedAt: string };

const RETRY_MS = 100;

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function livingOwner(lockText: string | undefined): number | undefined {
  if (lockText === undefined) return undefined;
  try {
    const { pid, startedAt }: LockOwner = JSON.parse(lockText);
    return startOf(pid) === startedAt ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The living process that holds the lock of a folder, if any. */
export const lockOwnerOf = (folder: string): number | undefined =>
  livingOwner(readIfPresent(join(folder, 'lock')));

/**
 * Locks a folder for this process, replacing the lock of a process that has ended.
 * @returns a function that unlocks it
 * @throws {CliError} if a living process has locked it
 */
export function takeLock(folder: string): () => void {
  const lockFile = join(folder, 'lock');
  const ownFile = join(folder, `lock.${process.pid}`);
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }));
  try {
    for (;;) {
      try {
        linkSync(ownFile, lockFile);
        return () => rmSync(lockFile, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const lockText = readIfPresent(lockFile);
      const ownerPid = livingOwner(lockText);
      if (ownerPid) throw folderInUse(folder, ownerPid);
      if (lockText !== undefined) removeStaleLock(lockFile, lockText);
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** Runs work, but waits while another process runs work with the same folder. */
export async function inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await waitForLock(folder);
  try {
    return await work();
  } finally {
    unlock();
  }
}

async function waitForLock(folder: string): Promise<() => void> {
  for (;;) {
    interruption.signal.throwIfAborted();
    try {
      return takeLock(folder);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
    await delay(RETRY_MS);
  }
}

export const folderInUse = (folder: string, ownerPid: number): CliError =>
  new CliError(
    `The data folder ${folder} is in use by process ${ownerPid}: stop it, or choose another folder with --data.`,
  );

/** Removes a stale lock unless another process has replaced it. Only one process can rename it. */
function removeStaleLock(lockFile: string, staleText: string): void {
  const renamedFile = `${lockFile}.stale.${process.pid}`;
  try {
    renameSync(lockFile, renamedFile);
    if (readIfPresent(renamedFile) !== staleText) linkSync(renamedFile, lockFile);
  } catch {
    // Another process has removed or taken the lock. The next attempt finds its owner.
  } finally {
    rmSync(renamedFile, { force: true });
  }
}
