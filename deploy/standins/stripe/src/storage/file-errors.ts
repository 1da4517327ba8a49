/** The data file cannot be used. The message is one line for an operator. */
export class DataFileError extends Error {}

/** Primary result codes of SQLite; see https://sqlite.org/rescode.html. */
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

const readSqliteCode = (thrownError: unknown): number | undefined => {
  const { errcode } = thrownError as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
};

/** A write that failed for lack of space. Nothing of its transaction was stored. */
export const isDiskFull = (thrownError: unknown): boolean =>
  readSqliteCode(thrownError) === SQLITE_CODES.FULL;

const WRITE_FAILURES: readonly (number | undefined)[] = [
  SQLITE_CODES.FULL,
  SQLITE_CODES.IOERR,
  SQLITE_CODES.READONLY,
];

/** A write that the disk refused. It can succeed later, because nothing of it was stored. */
export const isWriteFailure = (thrownError: unknown): boolean =>
  WRITE_FAILURES.includes(readSqliteCode(thrownError));

/** Turns an error of the file system or of SQLite into one line with a remedy. */
export function explainFileError(thrownError: unknown, dataFile: string): unknown {
  const { message, code } = thrownError as NodeJS.ErrnoException;
  const explain = (problem: string) => new DataFileError(problem, { cause: thrownError });
  switch (readSqliteCode(thrownError) ?? code) {
    case SQLITE_CODES.BUSY:
      return explain(`${dataFile} is in use by another process`);
    case SQLITE_CODES.FULL:
    case 'ENOSPC':
      return explain(`the disk of ${dataFile} is full; free some space`);
    case SQLITE_CODES.PERM:
    case SQLITE_CODES.READONLY:
    case SQLITE_CODES.IOERR:
    case SQLITE_CODES.CANTOPEN:
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
      return explain(
        `${dataFile} cannot be opened (${message}); use a file in a folder that this user can write to`,
      );
    case SQLITE_CODES.NOTADB:
      return explain(`${dataFile} is damaged or not a database; use a new file`);
    case SQLITE_CODES.ERROR:
    case SQLITE_CODES.CORRUPT:
      return explain(`${dataFile} is damaged (${message}); restore a backup or use a new file`);
    default:
      return thrownError;
  }
}
