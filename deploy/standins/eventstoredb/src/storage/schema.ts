import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  DamagedEventError,
  EVENT_COLUMNS,
  eventChecksum,
  toStoredEvent,
  type EventColumns,
} from './checksum.js';
import { matchesRecord } from './record.js';

/** The data file cannot be used. The message is one line for an operator. */
export class DataFileError extends Error {}

const SCHEMA_VERSION = 3;

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
    record BLOB NOT NULL,
    checksum INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX events_by_revision ON events (stream, revision);
`;

const SQLITE_CODES = {
  ERROR: 1,
  PERM: 3,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
};

/** The primary result code of a SQLite error; see https://sqlite.org/rescode.html. */
export function readSqliteCode(thrownError: unknown): number | undefined {
  const { errcode } = thrownError as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

const damagedFileError = (dataFile: string, problemText: string) =>
  new DataFileError(`${dataFile} is damaged (${problemText}); restore a backup or use a new file`);

const foreignFileError = (dataFile: string, problemText: string) =>
  new DataFileError(`${dataFile} ${problemText}; use a data file of this server or a new file`);

/** Turns an error of the file system, of SQLite, or of a check into one line with a remedy. */
export function explainError(thrownError: unknown, dataFile: string): unknown {
  const { message, code } = thrownError as NodeJS.ErrnoException;
  if (thrownError instanceof DamagedEventError) return damagedFileError(dataFile, message);
  switch (readSqliteCode(thrownError) ?? code) {
    case SQLITE_CODES.BUSY:
      return new DataFileError(`${dataFile} is in use by another process`);
    case SQLITE_CODES.FULL:
    case 'ENOSPC':
      return new DataFileError(`the disk of ${dataFile} is full; free some space`);
    case SQLITE_CODES.PERM:
    case SQLITE_CODES.READONLY:
    case SQLITE_CODES.IOERR:
    case SQLITE_CODES.CANTOPEN:
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
      return new DataFileError(
        `${dataFile} cannot be opened (${message}); use a file in a folder that this user can write to`,
      );
    case SQLITE_CODES.NOTADB:
      return foreignFileError(dataFile, 'is damaged or not a database');
    // An integer that JavaScript cannot represent, or a schema without one of our columns.
    case 'ERR_OUT_OF_RANGE':
    case SQLITE_CODES.ERROR:
    case SQLITE_CODES.CORRUPT:
      return damagedFileError(dataFile, message);
    default:
      return thrownError;
  }
}

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
type SyncMode = 'FULL' | 'OFF';

/**
 * Only the owner can read the file. It is renamed when complete, so an interrupted start leaves no
 * partial file.
 */
function createDataFile(dataFile: string, syncMode: SyncMode) {
  const unfinishedFile = `${dataFile}.new`;
  rmSync(unfinishedFile, { force: true });
  closeSync(openSync(unfinishedFile, 'wx', 0o600));
  const database = new DatabaseSync(unfinishedFile);
  database.exec(
    `PRAGMA synchronous = ${syncMode}; BEGIN; ${TABLE_DEFINITIONS} ${FILE_MARK_SQL} COMMIT;`,
  );
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
function lockFile(database: DatabaseSync, syncMode: SyncMode) {
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${syncMode}; BEGIN EXCLUSIVE; COMMIT;`,
  );
}

/** Compares the tables with their indexes too: a damaged index would hide events. */
function verifyIntegrity(database: DatabaseSync, dataFile: string) {
  const [problemText] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (problemText !== 'ok')
    throw damagedFileError(dataFile, String(problemText).replaceAll('\n', ' '));
}

function* storedRows(database: DatabaseSync) {
  const streamNames = new Map(
    database
      .prepare('SELECT id, name FROM streams')
      .all()
      .map(({ id, name }) => [id, String(name)]),
  );
  const eventRows = database
    .prepare(`SELECT stream, ${EVENT_COLUMNS} FROM events ORDER BY position`)
    .iterate();
  for (const { stream, ...columns } of eventRows)
    yield { columns: columns as EventColumns, stream: streamNames.get(stream) ?? '' };
}

function verifyEvents(database: DatabaseSync) {
  for (const { columns, stream } of storedRows(database)) toStoredEvent(columns, stream);
}

/**
 * Version 1 had an extra index that slowed down every append; versions 1 and 2 had no checksums.
 * Until the commit, the file remains as it was. Damage must not get a checksum, so each event is
 * first compared with its record, which also names its stream.
 */
function migrateSchema(database: DatabaseSync) {
  if (readPragma(database, 'user_version') === SCHEMA_VERSION) return;
  database.exec(`
    BEGIN;
    DROP INDEX IF EXISTS events_by_id;
    ALTER TABLE events ADD COLUMN checksum INTEGER;`);
  const setChecksum = database.prepare('UPDATE events SET checksum = ? WHERE position = ?');
  for (const { columns, stream } of storedRows(database)) {
    const storedEvent = { ...columns, stream };
    if (!matchesRecord(storedEvent)) throw new DamagedEventError(columns.position, 'record');
    setChecksum.run(eventChecksum(storedEvent), columns.position);
  }
  database.exec(`${FILE_MARK_SQL} COMMIT;`);
}

/**
 * Opens or creates the data file as its only owner. Throws a DataFileError, which names the file
 * and a remedy, if the file cannot be written, is in use, empty, damaged, from another program, or
 * from a newer version.
 */
export function openDatabase(dataFile: string, durable = true): DatabaseSync {
  const syncMode = durable ? 'FULL' : 'OFF';
  let database: DatabaseSync | undefined;
  try {
    if (!existsSync(dataFile)) createDataFile(dataFile, syncMode);
    const fileStats = statSync(dataFile);
    if (fileStats.isDirectory()) throw foreignFileError(dataFile, 'is a folder');
    if (fileStats.size === 0) throw foreignFileError(dataFile, 'is empty');
    database = new DatabaseSync(dataFile, { enableForeignKeyConstraints: false });
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    verifyOwnership(database, dataFile);
    lockFile(database, syncMode);
    verifyIntegrity(database, dataFile);
    migrateSchema(database);
    verifyEvents(database);
    return database;
  } catch (error) {
    database?.close();
    throw explainError(error, dataFile);
  }
}
