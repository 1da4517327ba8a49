import { open, type FileHandle } from 'node:fs/promises';
import type { ChangeJournal } from './catalog.js';
import type { DatabaseChange } from './collection.js';
import { encodeRecord } from './durable-log.js';

export type ClosableJournal = ChangeJournal & { close(): Promise<void> };

/**
 * Appends changes to an open file. Commands that wait at the same time share one record and one
 * fdatasync. `onRecordWritten` receives the size of the record before they get a reply. After a
 * failure, no write is acknowledged.
 */
export function createJournal(
  logFile: FileHandle,
  onRecordWritten: (recordBytes: number) => Promise<void>,
): ClosableJournal {
  let pendingChanges: DatabaseChange[] = [];
  let runningWrite: Promise<void> = Promise.resolve();
  let queuedWrite: Promise<void> | null = null;
  const writePending = async (): Promise<void> => {
    queuedWrite = null;
    const recordBytes = encodeRecord(pendingChanges);
    pendingChanges = [];
    await logFile.appendFile(recordBytes);
    await logFile.datasync();
    await onRecordWritten(recordBytes.length);
  };
  const flushPending = (): Promise<void> => {
    if (pendingChanges.length === 0) return queuedWrite ?? runningWrite;
    if (!queuedWrite) {
      queuedWrite = runningWrite.then(writePending);
      runningWrite = queuedWrite;
      runningWrite.catch(() => undefined);
    }
    return queuedWrite;
  };
  return {
    record: (databaseChange) => void pendingChanges.push(databaseChange),
    flush: flushPending,
    async close() {
      await flushPending().finally(() => logFile.close());
    },
  };
}

/** Makes a rename or a new file in a folder survive a power failure. */
export async function syncFolder(folderPath: string): Promise<void> {
  const folderHandle = await open(folderPath, 'r');
  try {
    await folderHandle.sync();
  } finally {
    await folderHandle.close();
  }
}
