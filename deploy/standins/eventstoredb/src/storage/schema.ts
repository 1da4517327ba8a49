import { DatabaseSync } from 'node:sqlite';

/** The data file cannot be used; the message is one line for an operator. */
export class DataFileError extends Error {}

const VERSION = 1;

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
  CREATE INDEX events_by_id ON events (stream, id);
  PRAGMA user_version = ${VERSION};
`;

const SQLITE = { BUSY: 5, CORRUPT: 11, NOTADB: 26 };

/** The primary result code of an error that SQLite reported, see https://sqlite.org/rescode.html. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

function explain(error: unknown, file: string): unknown {
  switch (sqliteCode(error)) {
    case SQLITE.BUSY:
      return new DataFileError(`${file} is in use by another process`);
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return new DataFileError(
        `${file} is damaged (${(error as Error).message}); restore a copy or start with a new file`,
      );
    default:
      return error;
  }
}

/** Takes the file's lock for the life of the connection, so that each data file has one owner. */
function lock(database: DatabaseSync) {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec('BEGIN EXCLUSIVE; COMMIT;');
}

function verify(database: DatabaseSync) {
  const [problem] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (problem !== 'ok') throw new DataFileError(String(problem).replaceAll('\n', ' '));
}

function migrate(database: DatabaseSync) {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > VERSION) throw new DataFileError('was written by a newer version of this server');
  if (version === 0) database.exec(`BEGIN; ${TABLES} COMMIT;`);
}

/**
 * Opens or creates the data file as its only owner. Throws a DataFileError when another process owns it, when it is
 * damaged, and when a newer version wrote it.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    lock(database);
    verify(database);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw explain(error, file);
  }
}
