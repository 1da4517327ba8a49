import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { createEventLog } from './event-log.js';
import { createEventReader, type EventRow } from './event-reader.js';
import { DataFileError, explainError, openDatabase } from './schema.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let file: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  file = join(directory.path, 'events.db');
});
afterEach(() => directory.remove());

const streams = ['court-1', 'player-2', '$$court-1'];

/** Writes a log of several streams and closes it. */
async function writeLog(): Promise<void> {
  const database = openDatabase(file);
  const log = createEventLog(database);
  for (let index = 0; index < 30; index++) {
    const event = {
      id: randomUUID(),
      type: 'Noted',
      contentType: 'application/json',
      data: Buffer.from(JSON.stringify({ note: index, text: 'x'.repeat(index * 7) })),
      metadata: new Uint8Array(),
    };
    const stream = streams[index % streams.length]!;
    await log.append({ stream, expected: 'any', events: [event], deadline: Infinity });
  }
  database.close();
}

/** What readers of the log and of each stream receive. */
function readLog(): EventRow[][] {
  const database = openDatabase(file);
  try {
    const log = createEventLog(database);
    const reader = createEventReader(database);
    return [
      reader.readAll(0, 'forwards', 100),
      ...streams.map((stream) => reader.readStream(log.stateOf(stream), 0, 'forwards', 100)),
    ];
  } finally {
    database.close();
  }
}

const sql = (statements: string) => {
  const database = openDatabase(file);
  database.exec(statements);
  database.close();
};

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

describe('a data file with a changed byte', () => {
  it('is refused or still serves the same events, wherever the byte is', async () => {
    await writeLog();
    const expected = readLog();
    const bytes = await readFile(file);
    let refusals = 0;
    for (let offset = 0; offset < bytes.length; offset += 211) {
      const changed = Buffer.from(bytes);
      changed[offset]! ^= 1 << (offset % 8);
      await writeFile(file, changed);
      try {
        expect(readLog()).toEqual(expected);
      } catch (error) {
        if (!(error instanceof DataFileError)) throw error;
        refusals += 1;
      }
    }
    expect(refusals).toBeGreaterThan(30);
  });

  it('is refused with the position of the event', async () => {
    await writeLog();
    const events = readLog()[0]!;
    // Unused parts of pages may contain earlier copies of an event.
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replaceAll('{"note":7,', '{"note":8,'), 'latin1');
    expect(readLog).toThrow(
      `${file} is damaged (the event at position ${events[7]!.position} does not match its checksum); restore a backup or use a new file`,
    );
  });
});

describe('a data file of an earlier version', () => {
  const withoutChecksums = 'ALTER TABLE events DROP COLUMN checksum; PRAGMA user_version = 2;';

  it.each([
    [
      '1',
      `${withoutChecksums} CREATE INDEX events_by_id ON events (stream, id);
      PRAGMA application_id = 0; PRAGMA user_version = 1;`,
    ],
    ['2', withoutChecksums],
  ])('of version %s opens with the same events, and is protected from then on', async (_v, old) => {
    await writeLog();
    const expected = readLog();
    sql(old);
    for (let start = 1; start <= 2; start++) expect(readLog()).toEqual(expected);
    sql(`UPDATE events SET type = 'Changed' WHERE revision = 1`);
    expect(readLog).toThrow('does not match its checksum');
  });
});

describe('a damaged data file of an earlier version', () => {
  const withoutChecksums = 'ALTER TABLE events DROP COLUMN checksum; PRAGMA user_version = 2;';
  const seventh =
    'WHERE position = (SELECT position FROM events ORDER BY position LIMIT 1 OFFSET 6)';

  it.each([
    `UPDATE events SET type = 'Changed' ${seventh}`,
    `UPDATE events SET created = created + 1 ${seventh}`,
    `UPDATE events SET id = '${randomUUID()}' ${seventh}`,
    `UPDATE events SET revision = 99 ${seventh}`,
    `UPDATE events SET stream = 99 ${seventh}`,
    `UPDATE events SET record = zeroblob(length(record)) ${seventh}`,
    `UPDATE events SET record = substr(record, 1, 60) ${seventh}`,
    `UPDATE streams SET name = 'court-9' WHERE name = 'court-1'`,
    `DELETE FROM streams WHERE name = 'court-1'`,
  ])('is refused, and stays as it was: %s', async (damage) => {
    await writeLog();
    const { position } = readLog()[0]![6]!;
    const isWholeStream = damage.includes('streams');
    const first = readLog()[1]![0]!.position;
    sql(`PRAGMA foreign_keys = OFF; ${withoutChecksums} ${damage}`);
    for (let start = 1; start <= 2; start++)
      expect(readLog).toThrow(
        `${file} is damaged (the event at position ${isWholeStream ? first : position} does not match its record)`,
      );
  });
});

describe('a path that cannot be a data file', () => {
  it.each(['a folder', 'a missing folder', 'a file as its folder'])(
    'is refused: %s',
    async (kind) => {
      if (kind === 'a folder') await mkdir(file);
      if (kind === 'a file as its folder') await writeFile(file, 'text');
      const path = kind === 'a folder' ? file : join(file, 'events.db');
      expect(() => openDatabase(path)).toThrow(DataFileError);
      expect(() => openDatabase(path)).toThrow(path);
      await rm(file, { recursive: true, force: true });
    },
  );

  it.each([
    ['a read-only file', 8, 'attempt to write a readonly database'],
    ['a read-only disk', 10, 'disk I/O error'],
    ['a file of another user', 14, 'unable to open database file'],
  ])('is named with a remedy: %s', (_kind, errcode, message) => {
    const explained = explainError(Object.assign(new Error(message), { errcode }), file);
    expect(explained).toEqual(
      new DataFileError(
        `${file} cannot be opened (${message}); use a file in a folder that this user can write to`,
      ),
    );
  });
});
