import { open, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDocument } from './bson-reader.js';
import { dropCollection, openCollection, renameCollection, type Catalogue } from './catalogue.js';
import { addIndex, dropIndex, insert, remove, replace, type Change } from './collection.js';
import {
  HEADER,
  LogDamage,
  readLog,
  writeRecord,
  type LogContent,
  type Written,
} from './durable-log.js';
import { createJournal, syncFolder, type ClosableJournal } from './journal.js';
import { openManifest, readManifest, type Manifest } from './manifest.js';
import { find } from './query.js';

const COMPACT_ABOVE_BYTES = 1024 * 1024;
const NOTHING: Written = { bytes: 0, records: 0 };

/** Repeats a change read from the log. */
function apply(catalogue: Catalogue, database: string, change: Change): void {
  if (change.kind === 'drop') return void dropCollection(catalogue, database, change.collection);
  if (change.kind === 'rename')
    return renameCollection(catalogue, database, change.collection, change.to, true);
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

/** The fewest changes that lead to what the database holds now, each as a record. */
function snapshot(catalogue: Catalogue, database: string): Buffer[] {
  const changes = [...(catalogue.databases.get(database)?.values() ?? [])].flatMap(
    ({ name, indexes, documents }): Change[] => [
      { kind: 'create', collection: name },
      ...[...indexes.values()]
        .filter(({ spec }) => spec.name !== '_id_')
        .map(({ spec }): Change => ({ kind: 'createIndex', collection: name, spec })),
      ...[...documents].map(({ bytes }): Change => ({ kind: 'put', collection: name, bytes })),
    ],
  );
  return changes.map((change) => writeRecord([change]));
}

/** Puts a log of these records in the place of the file. The manifest demands nothing in between. */
async function rewrite(
  path: string,
  manifest: Manifest,
  records: readonly Buffer[],
): Promise<Written> {
  const log = Buffer.concat([HEADER, ...records]);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(log);
    await file.sync();
  } finally {
    await file.close();
  }
  await manifest.note(NOTHING, true);
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
  return { bytes: log.length, records: records.length };
}

/** What the file of a database holds; null when it was never written. Throws the sentence with which the start is refused. */
async function load(
  path: string,
  known: Written | undefined,
): Promise<{ log: Buffer; content: LogContent } | null> {
  const restore = `restore the folder ${dirname(path)} from a backup`;
  const log = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!log && known && known.bytes > 0)
    throw new Error(
      `${path} is missing, and ${known.records} records were written to it; ${restore}`,
    );
  if (!log || (log.length === 0 && !known?.bytes)) return null;
  try {
    return { log, content: readLog(log, known) };
  } catch (error) {
    const remedy = error instanceof LogDamage ? `; ${restore}` : '';
    throw new Error(`${path} ${(error as Error).message}${remedy}`, { cause: error });
  }
}

/** Cuts an unfinished write off the end of a log; what is cut stays beside it. */
async function cut(
  path: string,
  log: Buffer,
  end: number,
  report: (line: string) => void,
): Promise<void> {
  const kept = `${path}.cut-${new Date().toISOString().replaceAll(':', '-')}`;
  await writeFile(kept, log.subarray(end), { flag: 'wx', mode: 0o600, flush: true });
  await truncate(path, end);
  report(
    `cut one unfinished write of ${log.length - end} bytes off the end of ${path}; it is kept in ${kept}`,
  );
}

/**
 * Reads the log of a database into the catalogue and opens it for appending. An unfinished write at its end is cut and reported,
 * any other damage refuses the start. A log that holds deleted documents, or is mostly dead, is rewritten, so that what was deleted
 * is gone from the disk at the next start.
 */
export async function openDurable(
  catalogue: Catalogue,
  database: string,
  folder: string,
  report: (line: string) => void,
): Promise<ClosableJournal> {
  const path = join(folder, `${database}.bsonlog`);
  const known = await readManifest(path);
  const loaded = await load(path, known);
  const { changes, bytes, records } = loaded?.content ?? { changes: [], ...NOTHING };
  for (const change of changes) apply(catalogue, database, change);
  if (loaded && bytes < loaded.log.length) await cut(path, loaded.log, bytes, report);
  if (loaded && !known)
    report(`${path} has no manifest beside it, so records missing at its end would not show`);
  const live = snapshot(catalogue, database);
  const size = live.reduce((sum, { length }) => sum + length, 0);
  const deleted = changes.some(({ kind }) => kind === 'delete' || kind === 'drop');
  const dead = deleted || (bytes > COMPACT_ABOVE_BYTES && size < bytes / 2);
  const manifest = await openManifest(path);
  const written = !loaded || dead ? await rewrite(path, manifest, live) : { bytes, records };
  const file = await open(path, 'a', 0o600);
  await file.chmod(0o600);
  await file.sync();
  await manifest.note(written, true);
  const journal = createJournal(file, async (length) => {
    written.bytes += length;
    written.records++;
    await manifest.note(written);
  });
  return { ...journal, close: () => journal.close().finally(() => manifest.close()) };
}
