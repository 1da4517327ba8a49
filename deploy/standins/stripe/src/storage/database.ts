import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DataFileError, explainFileError } from './file-errors.js';

/** Identifies our SQLite files: "strp" in ASCII. */
const APPLICATION_ID = 0x73747270;
const SCHEMA_VERSION = 1;

const TABLE_DEFINITIONS = `
  CREATE TABLE objects (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE INDEX objects_by_kind ON objects (kind, seq);
  CREATE TABLE timers (at INTEGER NOT NULL, seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL) STRICT;
  CREATE INDEX timers_by_time ON timers (at, seq);
  CREATE TABLE keys (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY, event TEXT NOT NULL, endpoint TEXT NOT NULL, state TEXT NOT NULL, due INTEGER NOT NULL,
    attempts INTEGER NOT NULL, status INTEGER
  ) STRICT;
  CREATE TABLE settings (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
`;

/** Runs when a file is opened, so that files of earlier versions get the same schema. */
const INDEX_DEFINITIONS = `
  DROP TABLE IF EXISTS requests;
  CREATE INDEX IF NOT EXISTS keys_by_time ON keys (created);
  CREATE INDEX IF NOT EXISTS pending_deliveries ON deliveries (due, seq) WHERE state IN ('waiting', 'held');
  CREATE INDEX IF NOT EXISTS endpoint_deliveries ON deliveries (endpoint, due, seq) WHERE state IN ('waiting', 'held');
  CREATE INDEX IF NOT EXISTS held_deliveries ON deliveries (endpoint) WHERE state = 'held';
  DROP INDEX IF EXISTS deliveries_by_due;
  CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (kind, json_extract(json, '$.payment_intent'));
  CREATE INDEX IF NOT EXISTS objects_by_group ON objects (kind, json_extract(json, '$.transfer_group'));
  CREATE INDEX IF NOT EXISTS objects_by_source ON objects (kind, json_extract(json, '$.source_transaction'));
`;

const readPragma = (database: DatabaseSync, pragmaName: string) =>
  Number(Object.values(database.prepare(`PRAGMA ${pragmaName}`).get() ?? {})[0]);

/** A database that ends with its process. */
export const IN_MEMORY = ':memory:';

function createTables(database: DatabaseSync): void {
  database.exec(`BEGIN;
    ${TABLE_DEFINITIONS}
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};
    COMMIT;`);
}

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
type SyncMode = 'FULL' | 'OFF';

/**
 * Only the owner can read the file. It is renamed when complete, so an interrupted start leaves no
 * partial file.
 */
function createDataFile(dataFile: string, syncMode: SyncMode): void {
  const unfinishedFile = `${dataFile}.new`;
  rmSync(unfinishedFile, { force: true });
  closeSync(openSync(unfinishedFile, 'wx', 0o600));
  const database = new DatabaseSync(unfinishedFile);
  database.exec(`PRAGMA synchronous = ${syncMode}`);
  createTables(database);
  database.close();
  renameSync(unfinishedFile, dataFile);
}

const emptyFileError = (dataFile: string) =>
  new DataFileError(`${dataFile} is empty; restore a backup or delete it`);

function verifyFile(database: DatabaseSync, dataFile: string): void {
  if (readPragma(database, 'schema_version') === 0) throw emptyFileError(dataFile);
  if (readPragma(database, 'application_id') !== APPLICATION_ID)
    throw new DataFileError(`${dataFile} is from another program; use a new file`);
  if (readPragma(database, 'user_version') !== SCHEMA_VERSION)
    throw new DataFileError(`${dataFile} is from another version of this server; use a new file`);
  const [problem] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (problem !== 'ok')
    throw new DataFileError(
      `${dataFile} is damaged (${String(problem).replaceAll('\n', ' ')}); restore a backup or use a new file`,
    );
}

/**
 * Opens or creates the data file as its only owner. Committed data is on disk if `durable`. Throws
 * a DataFileError, which names the file and a remedy, if the file is empty, damaged, in use, from
 * another program or version, or cannot be written.
 */
export function openDatabase(dataFile: string, durable = true): DatabaseSync {
  const syncMode = durable ? 'FULL' : 'OFF';
  let database: DatabaseSync | undefined;
  try {
    if (dataFile !== IN_MEMORY && !existsSync(dataFile)) createDataFile(dataFile, syncMode);
    const fileStats = dataFile === IN_MEMORY ? undefined : statSync(dataFile);
    if (fileStats?.isDirectory())
      throw new DataFileError(`${dataFile} is a folder; use a data file of this server`);
    if (fileStats?.size === 0) throw emptyFileError(dataFile);
    database = new DatabaseSync(dataFile);
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${syncMode};`,
    );
    if (dataFile === IN_MEMORY) createTables(database);
    database.exec('BEGIN EXCLUSIVE');
    verifyFile(database, dataFile);
    database.exec(INDEX_DEFINITIONS);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database?.close();
    throw explainFileError(error, dataFile);
  }
}

/** Runs work in a transaction, nested if one is already open. An error rolls it back. */
export function runAtomically<Result>(database: DatabaseSync, runWork: () => Result): Result {
  const isNested = database.isTransaction;
  database.exec(isNested ? 'SAVEPOINT inner' : 'BEGIN IMMEDIATE');
  try {
    const workResult = runWork();
    database.exec(isNested ? 'RELEASE inner' : 'COMMIT');
    return workResult;
  } catch (error) {
    if (database.isTransaction)
      database.exec(isNested ? 'ROLLBACK TO inner; RELEASE inner' : 'ROLLBACK');
    throw error;
  }
}

/**
 * Replaces all objects, except for the endpoint of this server, with those of a saved stand-in.
 */
export function loadDatabase(database: DatabaseSync, savedFile: string): void {
  database.prepare('ATTACH DATABASE ? AS saved').run(savedFile);
  try {
    runAtomically(database, () =>
      database.exec(`
        DELETE FROM objects WHERE id NOT GLOB '*we_forwarded';
        INSERT INTO objects (id, kind, json)
          SELECT id, kind, json FROM saved.objects WHERE id NOT GLOB '*we_forwarded' ORDER BY seq;
        DELETE FROM timers;
        INSERT INTO timers (at, kind, subject)
          SELECT at, kind, subject FROM saved.timers ORDER BY at, seq;
        INSERT OR REPLACE INTO keys SELECT * FROM saved.keys;`),
    );
  } finally {
    database.exec('DETACH DATABASE saved');
  }
}
