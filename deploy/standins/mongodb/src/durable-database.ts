import { open, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDocument } from './bson-reader.js';
import {
  dropCollection,
  openCollection,
  renameCollection,
  type DatabaseCatalog,
} from './catalog.js';
import {
  addCollectionIndex,
  dropCollectionIndex,
  insertDocument,
  removeDocument,
  replaceDocument,
  type DatabaseChange,
} from './collection.js';
import {
  LOG_HEADER,
  LogDamage,
  parseLog,
  encodeRecord,
  type LogContent,
  type WrittenExtent,
} from './durable-log.js';
import { createJournal, syncFolder, type ClosableJournal } from './journal.js';
import { openManifest, readManifest, type LogManifest } from './manifest.js';
import { runToEnd } from './pauses.js';
import { findDocuments } from './query.js';

const COMPACT_ABOVE_BYTES = 1024 * 1024;
const NOTHING_WRITTEN: WrittenExtent = { bytes: 0, records: 0 };

/** Replays a change from a file. */
export function applyChange(
  catalog: DatabaseCatalog,
  databaseName: string,
  databaseChange: DatabaseChange,
): void {
  if (databaseChange.kind === 'drop')
    return void dropCollection(catalog, databaseName, databaseChange.collection);
  if (databaseChange.kind === 'rename')
    return renameCollection(
      catalog,
      databaseName,
      databaseChange.collection,
      databaseChange.to,
      true,
    );
  const collection = openCollection(catalog, databaseName, databaseChange.collection);
  if (databaseChange.kind === 'createIndex')
    return void addCollectionIndex(collection, databaseChange.spec);
  if (databaseChange.kind === 'dropIndex')
    return dropCollectionIndex(collection, databaseChange.index);
  if (databaseChange.kind === 'create') return;
  const { _id } = readDocument(databaseChange.bytes, 0, new Set(['_id']));
  const { documents } = runToEnd(findDocuments(collection, { filter: { _id: { $eq: _id } } }));
  const storedDocument = documents[0]?.stored;
  if (databaseChange.kind === 'put')
    return storedDocument
      ? replaceDocument(collection, storedDocument, databaseChange.bytes)
      : insertDocument(collection, databaseChange.bytes);
  if (storedDocument) removeDocument(collection, storedDocument);
}

/** The minimal changes that reproduce the database. */
export function collectChanges(catalog: DatabaseCatalog, databaseName: string): DatabaseChange[] {
  return [...(catalog.databases.get(databaseName)?.values() ?? [])].flatMap(
    ({ name, indexes, documents }): DatabaseChange[] => [
      { kind: 'create', collection: name },
      ...[...indexes.values()]
        .filter(({ spec }) => spec.name !== '_id_')
        .map(({ spec }): DatabaseChange => ({ kind: 'createIndex', collection: name, spec })),
      ...[...documents].map(({ bytes }): DatabaseChange => ({
        kind: 'put',
        collection: name,
        bytes,
      })),
    ],
  );
}

/** Replaces the log with these records. The manifest expects nothing during the switch. */
async function rewriteLog(
  logPath: string,
  logManifest: LogManifest,
  recordBytes: readonly Buffer[],
): Promise<WrittenExtent> {
  const logContent = Buffer.concat([LOG_HEADER, ...recordBytes]);
  const logFile = await open(`${logPath}.new`, 'w', 0o600);
  try {
    await logFile.writeFile(logContent);
    await logFile.sync();
  } finally {
    await logFile.close();
  }
  await logManifest.recordExtent(NOTHING_WRITTEN, true);
  await rename(`${logPath}.new`, logPath);
  await syncFolder(dirname(logPath));
  return { bytes: logContent.length, records: recordBytes.length };
}

/**
 * Loads the log of a database; null if it was never written. Throws an error that explains why the
 * server cannot start.
 */
async function loadLog(
  logPath: string,
  recordedExtent: WrittenExtent | undefined,
): Promise<{ log: Buffer; content: LogContent } | null> {
  const restoreAdvice = `restore the folder ${dirname(logPath)} from a backup`;
  const logBytes = await readFile(logPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!logBytes && recordedExtent && recordedExtent.bytes > 0)
    throw new Error(
      `${logPath} is missing, but ${recordedExtent.records} records were written to it; ${restoreAdvice}`,
    );
  if (!logBytes || (logBytes.length === 0 && !recordedExtent?.bytes)) return null;
  try {
    return { log: logBytes, content: parseLog(logBytes, recordedExtent) };
  } catch (error) {
    const remedySuffix = error instanceof LogDamage ? `; ${restoreAdvice}` : '';
    throw new Error(`${logPath} ${(error as Error).message}${remedySuffix}`, { cause: error });
  }
}

/**
 * Removes an unfinished write from the end of a log and saves the removed bytes in a file next to
 * it.
 */
async function truncateLog(
  logPath: string,
  logBytes: Buffer,
  validLength: number,
  reportWarning: (warningLine: string) => void,
): Promise<void> {
  const backupPath = `${logPath}.cut-${new Date().toISOString().replaceAll(':', '-')}`;
  await writeFile(backupPath, logBytes.subarray(validLength), {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  });
  await truncate(logPath, validLength);
  reportWarning(
    `removed an unfinished write of ${logBytes.length - validLength} bytes from the end of ${logPath}; saved it in ${backupPath}`,
  );
}

/**
 * Replays the log of a database into the catalog and opens it for appending. An unfinished write at
 * its end is removed and reported; any other damage prevents startup. A log with deletions or
 * mostly obsolete records is rewritten, so deleted data leaves the disk at the next start.
 */
export async function openDurableDatabase(
  catalog: DatabaseCatalog,
  databaseName: string,
  dataFolder: string,
  reportWarning: (warningLine: string) => void,
): Promise<ClosableJournal> {
  const logPath = join(dataFolder, `${databaseName}.bsonlog`);
  const recordedExtent = await readManifest(logPath);
  const loadedLog = await loadLog(logPath, recordedExtent);
  const { changes, bytes, records } = loadedLog?.content ?? { changes: [], ...NOTHING_WRITTEN };
  for (const databaseChange of changes) applyChange(catalog, databaseName, databaseChange);
  if (loadedLog && bytes < loadedLog.log.length)
    await truncateLog(logPath, loadedLog.log, bytes, reportWarning);
  if (loadedLog && !recordedExtent)
    reportWarning(`${logPath} has no manifest, so missing records at its end cannot be detected`);
  const liveRecords = collectChanges(catalog, databaseName).map((databaseChange) =>
    encodeRecord([databaseChange]),
  );
  const liveBytes = liveRecords.reduce((totalBytes, { length }) => totalBytes + length, 0);
  const hasDeletions = changes.some(({ kind }) => kind === 'delete' || kind === 'drop');
  const needsRewrite = hasDeletions || (bytes > COMPACT_ABOVE_BYTES && liveBytes < bytes / 2);
  const logManifest = await openManifest(logPath);
  const writtenExtent =
    !loadedLog || needsRewrite
      ? await rewriteLog(logPath, logManifest, liveRecords)
      : { bytes, records };
  const logFile = await open(logPath, 'a', 0o600);
  await logFile.chmod(0o600);
  await logFile.sync();
  await logManifest.recordExtent(writtenExtent, true);
  const logJournal = createJournal(logFile, async (recordLength) => {
    writtenExtent.bytes += recordLength;
    writtenExtent.records++;
    await logManifest.recordExtent(writtenExtent);
  });
  return { ...logJournal, close: () => logJournal.close().finally(() => logManifest.close()) };
}
