import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DatabaseCatalog } from './catalog.js';
import type { DatabaseChange } from './collection.js';
import { applyChange, collectChanges } from './durable-database.js';
import { encodeChange, readChanges } from './durable-log.js';
import { syncFolder, type ClosableJournal } from './journal.js';
import type { PausedWrites } from './pauses.js';

const SNAPSHOT_FORMAT = 'courtly bson snapshot 1';
/** Six bytes for the length of the body and four for its CRC-32. */
const TRAILER_BYTES = 10;
const WRITE_BYTES = 4 * 1024 * 1024;
const SAVE_EVERY_MS = 60_000;
/** A large database spends at most a hundredth of the time on snapshots. */
const PAUSE_FACTOR = 100;

export type SnapshotOptions = {
  /** A snapshot with another tag is ignored. */
  tag: string;
  /** Starts with an empty database. */
  discard?: boolean;
  saveEveryMs?: number;
};

const snapshotHeader = (tag: string): Buffer => Buffer.from(`${SNAPSHOT_FORMAT} ${tag}\n`);

/** Encodes changes in chunks, so that other work runs between two of them. */
function* encodeChunks(databaseChanges: readonly DatabaseChange[]): Generator<Buffer> {
  let chunkParts: Buffer[] = [];
  let chunkBytes = 0;
  for (const databaseChange of databaseChanges) {
    const changeBytes = encodeChange(databaseChange);
    chunkParts.push(changeBytes);
    chunkBytes += changeBytes.length;
    if (chunkBytes < WRITE_BYTES) continue;
    yield Buffer.concat(chunkParts);
    chunkParts = [];
    chunkBytes = 0;
  }
  yield Buffer.concat(chunkParts);
}

/** Replaces a snapshot in one step: until then, and after a failure, the previous one remains. */
export async function writeSnapshot(
  snapshotPath: string,
  tag: string,
  databaseChanges: readonly DatabaseChange[],
): Promise<void> {
  const snapshotFile = await open(`${snapshotPath}.new`, 'w', 0o600);
  try {
    await snapshotFile.writeFile(snapshotHeader(tag));
    let bodyBytes = 0;
    let checksum = 0;
    for (const chunk of encodeChunks(databaseChanges)) {
      await snapshotFile.writeFile(chunk);
      bodyBytes += chunk.length;
      checksum = crc32(chunk, checksum);
    }
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeUIntLE(bodyBytes, 0, 6);
    trailer.writeUInt32LE(checksum, 6);
    await snapshotFile.writeFile(trailer);
    await snapshotFile.sync();
  } finally {
    await snapshotFile.close();
  }
  await rename(`${snapshotPath}.new`, snapshotPath);
  await syncFolder(dirname(snapshotPath));
}

/**
 * The changes that lead to the database in a snapshot. Null without a snapshot of this tag. Throws
 * for a damaged one.
 */
export async function readSnapshot(
  snapshotPath: string,
  tag: string,
): Promise<DatabaseChange[] | null> {
  const snapshotBytes = await readFile(snapshotPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!snapshotBytes) return null;
  const header = snapshotHeader(tag);
  const headerEnd = snapshotBytes.indexOf('\n') + 1;
  if (!header.equals(snapshotBytes.subarray(0, headerEnd))) {
    if (snapshotBytes.toString('latin1', 0, headerEnd).startsWith('courtly bson snapshot '))
      return null;
    throw new Error('is not a snapshot');
  }
  const bodyEnd = snapshotBytes.length - TRAILER_BYTES;
  if (bodyEnd < headerEnd || snapshotBytes.readUIntLE(bodyEnd, 6) !== bodyEnd - headerEnd)
    throw new Error('is cut off');
  const body = snapshotBytes.subarray(headerEnd, bodyEnd);
  if (crc32(body) !== snapshotBytes.readUInt32LE(bodyEnd + 6)) throw new Error('is damaged');
  return readChanges(body);
}

/**
 * Loads the snapshot of a database into the catalog, and saves one every minute and when it closes.
 * A database without a readable snapshot is empty.
 */
export async function openSnapshotDatabase(
  catalog: DatabaseCatalog,
  databaseName: string,
  dataFolder: string,
  { tag, discard = false, saveEveryMs = SAVE_EVERY_MS }: SnapshotOptions,
  reportWarning: (warningLine: string) => void,
  pausedWrites: PausedWrites,
): Promise<ClosableJournal> {
  const snapshotPath = join(dataFolder, `${databaseName}.snapshot`);
  const snapshotChanges = discard
    ? null
    : await readSnapshot(snapshotPath, tag).catch((error: Error) => {
        reportWarning(`${snapshotPath} ${error.message}, so the database ${databaseName} is empty`);
        return null;
      });
  for (const databaseChange of snapshotChanges ?? [])
    applyChange(catalog, databaseName, databaseChange);
  let hasChanged = false;
  let nextSaveAt = performance.now() + saveEveryMs;
  let runningSave = Promise.resolve();
  /** Waits for a paused write first. Writes nothing without a change. */
  const save = async (): Promise<void> => {
    while (pausedWrites.has(databaseName)) await pausedWrites.get(databaseName);
    if (!hasChanged) return;
    hasChanged = false;
    const startedAt = performance.now();
    try {
      // Collected in one step, so the snapshot is the database at one instant.
      await writeSnapshot(snapshotPath, tag, collectChanges(catalog, databaseName));
    } catch (error) {
      hasChanged = true;
      reportWarning(`${snapshotPath} cannot be written: ${(error as Error).message}`);
    }
    const now = performance.now();
    nextSaveAt = now + Math.max(saveEveryMs, (now - startedAt) * PAUSE_FACTOR);
  };
  const timer = setInterval(() => {
    if (hasChanged && performance.now() >= nextSaveAt) {
      nextSaveAt = Infinity;
      runningSave = save();
    }
  }, saveEveryMs / 4).unref();
  return {
    record: () => void (hasChanged = true),
    flush: async () => undefined,
    async close() {
      clearInterval(timer);
      await runningSave;
      await save();
    },
  };
}
