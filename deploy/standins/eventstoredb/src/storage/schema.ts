import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The data file cannot be used. The message is one line for an operator. */
export class DataFileError extends Error {}

const SCHEMA_VERSION = 2;

/** Identifies our SQLite files: "esdb" in ASCII. */
const APPLICATION_ID = 0x65736462;

const FILE_MARK_SQL = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`;

const TABLE_DEFINITIONS = `
  CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id),
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    created INTEGER NOT NULL,
    record BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_revision ON events (stream, revision);
`;

const SQLITE_CODES = { BUSY: 5, CORRUPT: 11, CANTOPEN: 14, NOTADB: 26 };

/** The primary result code of a SQLite error; see https://sqlite.org/rescode.html. */
export function readSqliteCode(thrownError: unknown): number | undefined {
  const { errcode } = thrownError as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

const damagedFileError = (dataFile: string, problemText: string) =>
  new DataFileError(`${dataFile} is damaged (${problemText}); restore a backup or use a new file`);

const foreignFileError = (dataFile: string, problemText: string) =>
  new DataFileError(`${dataFile} ${problemText}; use a data file of this server or a new file`);

function explainError(thrownError: unknown, dataFile: string): unknown {
  const { message } = thrownError as Error;
  switch (readSqliteCode(thrownError)) {
    case SQLITE_CODES.BUSY:
      return new DataFileError(`${dataFile} is in use by another process`);
    case SQLITE_CODES.CANTOPEN:
      return new DataFileError(
        `${dataFile} cannot be opened; use a file that this user can write to`,
      );
    case SQLITE_CODES.NOTADB:
      return foreignFileError(dataFile, 'is damaged or not a database');
    case SQLITE_CODES.CORRUPT:
      return damagedFileError(dataFile, message);
    default:
      return thrownError;
  }
}

/**
 * Only the owner can read the file. It is renamed when complete, so an interrupted start leaves no
 * partial file.
 */
function createDataFile(dataFile: string) {
  const unfinishedFile = `${dataFile}.new`;
  rmSync(unfinishedFile, { force: true });
  closeSync(openSync(unfinishedFile, 'wx', 0o600));
  const database = new DatabaseSync(unfinishedFile);
  database.exec(`BEGIN; ${TABLE_DEFINITIONS} ${FILE_MARK_SQL} COMMIT;`);
  database.close();
  renameSync(unfinishedFile, dataFile);
}

const readPragma = (database: DatabaseSync, pragmaName: string) =>
  Number(Object.values(database.prepare(`PRAGMA ${pragmaName}`).get() ?? {})[0]);

/** Version 1 files have no application id. */
function isVersionOneFile(database: DatabaseSync): boolean {
  const tablesStatement = database.prepare(
    `SELECT group_concat(name, ' ') AS names FROM sqlite_schema WHERE type = 'table'`,
  );
  return (
    readPragma(database, 'user_version') === 1 && tablesStatement.get()?.names === 'streams events'
  );
}

function verifyOwnership(database: DatabaseSync, dataFile: string) {
  if (readPragma(database, 'application_id') !== APPLICATION_ID && !isVersionOneFile(database))
    throw foreignFileError(dataFile, 'is a database from another program');
  if (readPragma(database, 'user_version') > SCHEMA_VERSION)
    throw new DataFileError(
      `${dataFile} was written by a newer version of this server; use that version or a new file`,
    );
}

/** Locks the file until the connection closes, so each data file has one owner. */
function lockFile(database: DatabaseSync) {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;');
}

function verifyIntegrity(database: DatabaseSync, dataFile: string) {
  const [problemText] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (problemText !== 'ok')
    throw damagedFileError(dataFile, String(problemText).replaceAll('\n', ' '));
}

/** Version 1 had an extra index that slowed down every append. */
function migrateSchema(database: DatabaseSync) {
  if (isVersionOneFile(database))
    database.exec(`BEGIN; DROP INDEX events_by_id; ${FILE_MARK_SQL} COMMIT;`);
}

/**
 * Opens or creates the data file as its only owner. Throws a DataFileError, which names the file
 * and a remedy, if the file is in use, empty, damaged, from another program, or from a newer
 * version.
 */
export function openDatabase(dataFile: string): DatabaseSync {
  if (!existsSync(dataFile)) createDataFile(dataFile);
  if (statSync(dataFile).size === 0) throw foreignFileError(dataFile, 'is empty');
  const database = new DatabaseSync(dataFile, { enableForeignKeyConstraints: false });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    verifyOwnership(database, dataFile);
    lockFile(database);
    verifyIntegrity(database, dataFile);
    migrateSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw explainError(error, dataFile);
  }
}
