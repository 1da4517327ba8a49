import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { openDatabase } from './schema.js';

it('opens a version 1 file and drops its unused index', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'events.db');
  const old = openDatabase(file);
  old.exec(`
    CREATE INDEX events_by_id ON events (stream, id);
    INSERT INTO streams (name) VALUES ('kept-1');
    PRAGMA application_id = 0; PRAGMA user_version = 1;`);
  old.close();
  for (let start = 1; start <= 2; start++) {
    const database = openDatabase(file);
    expect(database.prepare('SELECT name FROM streams').all()).toEqual([{ name: 'kept-1' }]);
    expect(
      database.prepare(`SELECT name FROM sqlite_schema WHERE name = 'events_by_id'`).all(),
    ).toEqual([]);
    database.close();
  }
  await directory.remove();
});
