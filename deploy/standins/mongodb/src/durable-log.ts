import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Journal } from './catalogue.js';
import type { Change } from './collection.js';
import { eachElement, readDocument } from './bson-reader.js';
import { element, elementsOf, encode, fromElements } from './bson-writer.js';

const HEAD = 8;

/** A change as a record: length and CRC-32 of the payload, then the payload, a BSON document. */
export function writeRecord(change: Change): Buffer {
  const { bytes, ...rest } = { bytes: undefined, ...change };
  const payload = fromElements(elementsOf(encode(rest)), ...(bytes ? [element(0x03, 'bytes', bytes)] : []));
  const record = Buffer.allocUnsafe(HEAD + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(crc32(payload), 4);
  payload.copy(record, HEAD);
  return record;
}

const wholeAt = (log: Buffer, at: number): number => {
  if (at + HEAD > log.length) return -1;
  const end = at + HEAD + log.readUInt32LE(at);
  if (end > log.length || end === at + HEAD) return -1;
  return crc32(log.subarray(at + HEAD, end)) === log.readUInt32LE(at + 4) ? end : -1;
};

function readChange(payload: Buffer): Change {
  const change = readDocument(payload);
  eachElement(payload, 0, (name, _, at) => {
    if (name === 'bytes') change[name] = Buffer.from(payload.subarray(at, at + payload.readInt32LE(at)));
  });
  return change as Change;
}

/**
 * The changes in a log and where the last whole record ends. What follows it was never acknowledged and may be cut;
 * but a broken record with a whole one right after it is damage, and that throws.
 */
export function readLog(log: Buffer): { changes: Change[]; end: number } {
  const changes: Change[] = [];
  let at = 0;
  for (let end = wholeAt(log, at); end !== -1; end = wholeAt(log, at)) {
    changes.push(readChange(log.subarray(at + HEAD, end)));
    at = end;
  }
  const next = at + HEAD <= log.length ? at + HEAD + log.readUInt32LE(at) : log.length;
  if (next < log.length && wholeAt(log, next) !== -1)
    throw new Error(`is damaged at byte ${at}, before records that are whole`);
  return { changes, end: at };
}

/** Appends changes to an open file. Commands that wait together share one fdatasync; after a failure nothing is acknowledged any more. */
export function createJournal(file: FileHandle): Journal & { close(): Promise<void> } {
  let pending: Buffer[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    next = null;
    const batch = Buffer.concat(pending);
    pending = [];
    await file.appendFile(batch);
    await file.datasync();
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
    record: (change) => void pending.push(writeRecord(change)),
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
