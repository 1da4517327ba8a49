import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * State and start time of a process, from /proc. Process ids are reused; the pair of id and start
 * time is unique.
 */
function readProcessStatus(processId: number): { state: string; started: string } {
  try {
    const statFields =
      readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { state: statFields[0] ?? '', started: statFields[19] ?? '' };
  } catch {
    return { state: '', started: '' };
  }
}

function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return readProcessStatus(processId).state !== 'Z';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The process that holds a lock, or null if it has ended. A different start time means that another
 * process now has the same id.
 */
function readLockOwner(lockFile: string): number | null {
  const [processText = '', startedText] = readFileSync(lockFile, 'utf8').split(' ');
  return isProcessAlive(Number(processText)) &&
    readProcessStatus(Number(processText)).started === startedText
    ? Number(processText)
    : null;
}

/**
 * Locks a folder for this process and returns a function that unlocks it. Throws a one-line error
 * if another process holds the lock.
 */
export function lockFolder(dataFolder: string): () => void {
  const unusableFolder = (causeError: unknown): Error =>
    new Error(`the data folder ${dataFolder} is not writable: ${(causeError as Error).message}`, {
      cause: causeError,
    });
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusableFolder(error);
  }
  const lockFile = join(dataFolder, 'lock');
  const lockContent = `${process.pid} ${readProcessStatus(process.pid).started}`;
  for (;;) {
    try {
      writeFileSync(lockFile, lockContent, { flag: 'wx', mode: 0o600 });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableFolder(error);
      const lockOwner = readLockOwner(lockFile);
      if (lockOwner !== null)
        throw new Error(`the data folder ${dataFolder} is in use by process ${lockOwner}`, {
          cause: error,
        });
      rmSync(lockFile, { force: true });
    }
  }
}
