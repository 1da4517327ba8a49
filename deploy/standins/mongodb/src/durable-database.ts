import { open, readFile, rename, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDocument } from './bson-reader.js';
import { dropCollection, openCollection, renameCollection, type Catalogue, type Journal } from './catalogue.js';
import { addIndex, dropIndex, insert, remove, replace, type Change } from './collection.js';
import { createJournal, readLog, syncFolder, writeRecord } from './durable-log.js';
import { find } from './query.js';

const COMPACT_ABOVE_BYTES = 1024 * 1024;

/** Repeats a change read from the log. */
function apply(catalogue: Catalogue, database: string, change: Change): void {
  if (change.kind === 'drop') return void dropCollection(catalogue, database, change.collection);
  if (change.kind === 'rename') return renameCollection(catalogue, database, change.collection, change.to, true);
  const collection = openCollection(catalogue, database, change.collection);
  if (change.kind === 'createIndex') return void addIndex(collection, change.spec);
  if (change.kind === 'dropIndex') return dropIndex(collection, change.index);
  if (change.kind === 'create') return;
  const { _id } = readDocument(change.bytes, 0, new Set(['_id']));
  const [stored] = find(collection, { filter: { _id: { $eq: _id } } }).documents;
  if (change.kind === 'put')
    return stored ? replace(collection, stored, change.bytes) : insert(collection, change.bytes);
  if (stored) remove(collection, stored);
}

/** The fewest changes that lead to what the database holds now. */
function snapshot(catalogue: Catalogue, database: string): Buffer[] {
  return [...(catalogue.databases.get(database)?.values() ?? [])].flatMap(({ name, indexes, documents }) => [
    writeRecord({ kind: 'create', collection: name }),
    ...[...indexes.values()]
      .filter(({ spec }) => spec.name !== '_id_')
      .map(({ spec }) => writeRecord({ kind: 'createIndex', collection: name, spec })),
    ...[...documents].map(({ bytes }) => writeRecord({ kind: 'put', collection: name, bytes })),
  ]);
}

async function rewrite(path: string, records: readonly Buffer[]): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(Buffer.concat(records));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
}

/**
 * Reads the log of a database into the catalogue and opens it for appending. A torn end is cut and reported; a log that holds
 * deleted documents, or is mostly dead, is rewritten, so that what was deleted is gone from the disk at the next start.
 */
export async function openDurable(
  catalogue: Catalogue,
  database: string,
  folder: string,
  report: (line: string) => void,
): Promise<Journal & { close(): Promise<void> }> {
  const path = join(folder, `${database}.bsonlog`);
  const log = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  let changes: Change[];
  let end: number;
  try {
    ({ changes, end } = readLog(log));
  } catch (error) {
    throw new Error(`the log ${path} ${(error as Error).message}; restore it or move it away`, { cause: error });
  }
  for (const change of changes) apply(catalogue, database, change);
  if (end < log.length) {
    await truncate(path, end);
    report(`cut ${log.length - end} bytes of an unfinished write from the end of ${path}`);
  }
  const live = snapshot(catalogue, database);
  const bytes = live.reduce((sum, { length }) => sum + length, 0);
  const deleted = changes.some(({ kind }) => kind === 'delete' || kind === 'drop');
  if (deleted || (end > COMPACT_ABOVE_BYTES && bytes < end / 2)) await rewrite(path, live);
  const file = await open(path, 'a', 0o600);
  await file.sync();
  await syncFolder(folder);
  return createJournal(file);
}
