import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { openDatabase } from './database.js';
import { DataFileError, explainFileError } from './file-errors.js';
import { createObjectStore } from './objects.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let file: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  file = join(directory.path, 's.db');
});
afterEach(() => directory.remove());

const problemOf = (path = file): string => {
  try {
    openDatabase(path).close();
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(DataFileError);
    return (error as Error).message;
  }
};
const customers = Array.from({ length: 200 }, (_, number) => `cus_${number}`);
function fill(): void {
  const database = openDatabase(file);
  const objects = createObjectStore(database);
  for (const id of customers) objects.put('customer', { id, name: 'x'.repeat(300) } as never);
  database.close();
}
function storedCustomers(): string[] {
  const database = openDatabase(file);
  const found = createObjectStore(database).all('customer');
  database.close();
  return found.map(({ id }) => id).reverse();
}

it.each([
  [true, 2],
  [false, 0],
])('waits for the disk on commit if durable is %p', (durable, synchronous) => {
  const database = openDatabase(file, durable);
  try {
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
  } finally {
    database.close();
  }
});

it('refuses an empty file, and one without tables', async () => {
  await writeFile(file, '');
  expect(problemOf()).toBe(`${file} is empty; restore a backup or delete it`);
  const other = join(directory.path, 'other.db');
  const database = new DatabaseSync(other);
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
  expect(problemOf(other)).toBe(`${other} is empty; restore a backup or delete it`);
});

it('refuses a folder in place of the file and a missing folder', async () => {
  await mkdir(file);
  expect(problemOf()).toBe(`${file} is a folder; use a data file of this server`);
  expect(problemOf(join(file, 'no', 's.db'))).toMatch(
    /cannot be opened \(ENOENT.*\); use a file in a folder that this user can write to$/,
  );
});

it('refuses a file with a page of zeros', async () => {
  fill();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, 5 * 4_096, 6 * 4_096));
  expect(problemOf()).toMatch(/is damaged \(.*\); restore a backup or use a new file$/);
});

it('starts after an earlier start was killed while it created the file', async () => {
  await writeFile(`${file}.new`, 'unfinished');
  fill();
  expect(storedCustomers()).toEqual(customers);
  expect(await readdir(directory.path)).toEqual(['s.db']);
});

it('opens a file of an earlier version, which logged requests and had fewer indexes', () => {
  fill();
  const database = openDatabase(file);
  database.exec(`CREATE TABLE requests (seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
    INSERT INTO requests (json) VALUES ('{}');
    DROP INDEX keys_by_time; DROP INDEX pending_deliveries;`);
  database.close();
  expect(storedCustomers()).toEqual(customers);
  const opened = openDatabase(file);
  const names = opened.prepare('SELECT name FROM sqlite_schema').all();
  expect(names).toContainEqual({ name: 'keys_by_time' });
  expect(names).not.toContainEqual({ name: 'requests' });
  opened.close();
});

it.each([
  [13, 'database or disk is full', /^the disk of .*s\.db is full; free some space$/],
  [8, 'attempt to write a readonly database', /s\.db cannot be opened \(attempt.*\); use a file/],
  [10, 'disk I/O error', /s\.db cannot be opened \(disk I\/O error\); use a file/],
  [5, 'database is locked', /s\.db is in use by another process$/],
])('explains SQLite error code %i in one line', (errcode, message, expected) => {
  const explained = explainFileError(Object.assign(new Error(message), { errcode }), file);
  expect(explained).toBeInstanceOf(DataFileError);
  expect((explained as Error).message).toMatch(expected);
});
