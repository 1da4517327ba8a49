import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

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
  CREATE TABLE requests (seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TABLE settings (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
`;

/** Created when a file is opened, so that files of earlier versions get them too. */
const INDEX_DEFINITIONS = `
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

/**
 * Opens or creates the data file as its only owner. Committed data is on disk. Throws a one-line
 * error if the file is from another program or version, or in use.
 */
export function openDatabase(dataFile: string): DatabaseSync {
  // Only the owner can read it.
  if (dataFile !== IN_MEMORY && !existsSync(dataFile)) closeSync(openSync(dataFile, 'wx', 0o600));
  const database = new DatabaseSync(dataFile);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
    );
    database.exec('BEGIN EXCLUSIVE');
    const isNewFile = readPragma(database, 'schema_version') === 0;
    if (!isNewFile && readPragma(database, 'application_id') !== APPLICATION_ID)
      throw new Error(`${dataFile} is from another program; use a new file`);
    if (!isNewFile && readPragma(database, 'user_version') !== SCHEMA_VERSION)
      throw new Error(`${dataFile} is from another version of this server; use a new file`);
    if (isNewFile)
      database.exec(
        `${TABLE_DEFINITIONS} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`,
      );
    database.exec(INDEX_DEFINITIONS);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    const { errstr, message } = error as Error & { errstr?: string };
    if (errstr === 'database is locked')
      throw new Error(`${dataFile} is in use by another process`, { cause: error });
    throw errstr ? new Error(`${dataFile} cannot be used: ${message}`, { cause: error }) : error;
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
