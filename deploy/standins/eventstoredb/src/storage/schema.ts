import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The data file cannot be used; the message is one line for an operator. */
export class DataFileError extends Error {}

const VERSION = 2;

/** Marks our files among those of SQLite: "esdb" in ASCII. */
const APPLICATION_ID = 0x65736462;

const MARK = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION};`;

const TABLES = `
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

const SQLITE = { BUSY: 5, CORRUPT: 11, CANTOPEN: 14, NOTADB: 26 };

/** The primary result code of an error that SQLite reported, see https://sqlite.org/rescode.html. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

const damaged = (file: string, problem: string) =>
  new DataFileError(
    `${file} is damaged (${problem}); restore a copy or give the name of a new file`,
  );

const foreign = (file: string, what: string) =>
  new DataFileError(`${file} ${what}; give the name of a file of this server or of a new one`);

function explain(error: unknown, file: string): unknown {
  const { message } = error as Error;
  switch (sqliteCode(error)) {
    case SQLITE.BUSY:
      return new DataFileError(`${file} is in use by another process`);
    case SQLITE.CANTOPEN:
      return new DataFileError(
        `${file} cannot be opened; give the name of a file that this user may write`,
      );
    case SQLITE.NOTADB:
      return foreign(file, 'is damaged or not a database');
    case SQLITE.CORRUPT:
      return damaged(file, message);
    default:
      return error;
  }
}

/** Only its owner may read the file; it gets its name when it is whole, so that a start cut short leaves no half of one. */
function create(file: string) {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  const database = new DatabaseSync(unfinished);
  database.exec(`BEGIN; ${TABLES} ${MARK} COMMIT;`);
  database.close();
  renameSync(unfinished, file);
}

const pragma = (database: DatabaseSync, name: string) =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

/** Files of version 1 bear no mark. */
function isUnmarked(database: DatabaseSync): boolean {
  const tables = database.prepare(
    `SELECT group_concat(name, ' ') AS names FROM sqlite_schema WHERE type = 'table'`,
  );
  return pragma(database, 'user_version') === 1 && tables.get()?.names === 'streams events';
}

function recognise(database: DatabaseSync, file: string) {
  if (pragma(database, 'application_id') !== APPLICATION_ID && !isUnmarked(database))
    throw foreign(file, 'is a database of another program');
  if (pragma(database, 'user_version') > VERSION)
    throw new DataFileError(
      `${file} was written by a newer version of this server; run that one or give a new file`,
    );
}

/** Takes the file's lock for the life of the connection, so that each data file has one owner. */
function lock(database: DatabaseSync) {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;');
}

function verify(database: DatabaseSync, file: string) {
  const [problem] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (problem !== 'ok') throw damaged(file, String(problem).replaceAll('\n', ' '));
}

/** Version 1 had one index more, which every append paid for. */
function migrate(database: DatabaseSync) {
  if (isUnmarked(database)) database.exec(`BEGIN; DROP INDEX events_by_id; ${MARK} COMMIT;`);
}

/**
 * Opens or creates the data file as its only owner. Throws a DataFileError, which names the file and what to do, when
 * another process owns it, when it is empty, damaged or another program's, and when a newer version wrote it.
 */
export function openDatabase(file: string): DatabaseSync {
  if (!existsSync(file)) create(file);
  if (statSync(file).size === 0) throw foreign(file, 'is empty');
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    recognise(database, file);
    lock(database);
    verify(database, file);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw explain(error, file);
  }
}
