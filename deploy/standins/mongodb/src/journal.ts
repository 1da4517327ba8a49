import { open, type FileHandle } from 'node:fs/promises';
import type { Journal } from './catalogue.js';
import type { Change } from './collection.js';
import { writeRecord } from './durable-log.js';

export type ClosableJournal = Journal & { close(): Promise<void> };

/**
 * Appends changes to an open file. Commands that wait together share one record and one fdatasync, of which `written` is told (the
 * bytes of the record) before they are answered. After a failure nothing is acknowledged any more.
 */
export function createJournal(
  file: FileHandle,
  written: (bytes: number) => Promise<void>,
): ClosableJournal {
  let pending: Change[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    next = null;
    const record = writeRecord(pending);
    pending = [];
    await file.appendFile(record);
    await file.datasync();
    await written(record.length);
  };
  const flush = (): Promise<void> => {
    if (pending.length === 0) return next ?? running;
    if (!next) {
      next = running.then(write);
      running = next;
      running.catch(() => undefined);
    }
    return next;
  };
  return {
    record: (change) => void pending.push(change),
    flush,
    async close() {
      await flush().finally(() => file.close());
    },
  };
}

/** Makes a rename or a new file in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
