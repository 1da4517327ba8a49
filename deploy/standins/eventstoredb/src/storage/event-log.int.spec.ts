import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StatementSync, type DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ProposedEvent } from '../domain/event.js';
import { toServiceError } from '../rpc/errors.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { createEventLog, type EventLog } from './event-log.js';
import { createEventReader } from './event-reader.js';
import { openDatabase } from './schema.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let database: DatabaseSync;
let log: EventLog;
beforeEach(async () => {
  directory = await temporaryDirectory();
  database = openDatabase(join(directory.path, 'events.db'));
  log = createEventLog(database);
});
afterEach(async () => {
  database.close();
  await directory.remove();
});

const event = (bytes = 10): ProposedEvent => ({
  id: randomUUID(),
  type: 'Noted',
  contentType: 'application/octet-stream',
  data: new Uint8Array(bytes),
  metadata: new Uint8Array(),
});
const append = (
  stream: string,
  events: ProposedEvent[],
  expected: 'any' | 'no_stream' | number = 'any',
) => log.append({ stream, expected, events, deadline: Infinity });
const storedEvents = () =>
  Number(database.prepare('SELECT COUNT(*) AS count FROM events').get()?.count);

describe('a full disk', () => {
  const pages = () => Number(database.prepare('PRAGMA page_count').get()?.page_count);
  const limitTo = (count: number) => database.exec(`PRAGMA max_page_count = ${count}`);

  it('refuses appends with a clear error and accepts them again when there is space', async () => {
    await append('disk-1', [event()]);
    limitTo(pages());
    const refused = await append('disk-1', [event(100_000)], 0).catch(toServiceError);
    expect(refused).toMatchObject({
      code: 8,
      details: 'nothing was written: the disk is full',
    });
    expect(storedEvents()).toBe(1);
    limitTo(1_000_000);
    expect(await append('disk-1', [event(100_000)], 0)).toMatchObject({
      kind: 'appended',
      revision: 1,
    });
  });

  it('refuses only the appends that find no space', async () => {
    await append('disk-1', [event()]);
    limitTo(pages() + 2);
    const outcomes = await Promise.allSettled([
      append('disk-2', [event()]),
      append('disk-3', [event(100_000)]),
      append('disk-1', [event()], 0),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storedEvents()).toBe(3);
  });

  it('ignores a refused append in later expected revisions', async () => {
    limitTo(pages());
    await expect(append('disk-1', [event(100_000)], 'no_stream')).rejects.toThrow();
    limitTo(1_000_000);
    expect(await append('disk-1', [event()], 'no_stream')).toMatchObject({
      kind: 'appended',
      revision: 0,
    });
    expect(log.end()).toBe(createEventReader(database).readAll(0, 'forwards', 10)[0]?.position);
  });
});

describe('concurrent appends', () => {
  it('are decided in the order of arrival', async () => {
    const [first, second, third] = await Promise.all([
      append('order-1', [event()], 'no_stream'),
      append('order-1', [event()], 'no_stream'),
      append('order-1', [event()], 0),
    ]);
    expect(first).toMatchObject({ kind: 'appended', revision: 0 });
    expect(second).toEqual({ kind: 'conflict', current: 0 });
    expect(third).toMatchObject({ kind: 'appended', revision: 1 });
  });

  it('are announced after they are stored', async () => {
    const announced: number[] = [];
    log.changes.on('appended', () => announced.push(storedEvents()));
    await Promise.all([append('a-1', [event()]), append('b-1', [event(), event()])]);
    expect(announced).toEqual([3]);
  });
});

describe('an empty append', () => {
  it('returns the last revision, or none for a missing stream', async () => {
    expect(await append('empty-1', [], 'no_stream')).toEqual({
      kind: 'appended',
      revision: -1,
      position: undefined,
    });
    await append('empty-1', [event()]);
    expect(await append('empty-1', [], 0)).toMatchObject({ kind: 'appended', revision: 0 });
  });
});

describe('a maximum age', () => {
  it('hides older events', async () => {
    await append('age-1', [event(), event()]);
    database.exec(`UPDATE events SET created = created - 10000 WHERE revision = 0`);
    const metadata = { ...event(), type: '$metadata', data: Buffer.from('{"$maxAge":5}') };
    await append('$$age-1', [metadata]);
    const rows = createEventReader(database).readStream(log.stateOf('age-1'), 0, 'forwards', 10);
    expect(rows.map(({ revision }) => revision)).toEqual([1]);
  });
});

describe('an event that is damaged while the server runs', () => {
  const refusal = (position: number) => ({
    code: 15,
    details: `the event at position ${position} does not match its checksum; restore a backup or use a new file`,
  });
  const refusalOf = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      return toServiceError(error);
    }
  };

  it.each(['record = zeroblob(length(record))', `type = 'Notes'`, 'created = created + 1'])(
    'is never served: %s',
    async (damage) => {
      await append('flip-1', [event(), event(), event()]);
      const reader = createEventReader(database);
      const { position } = reader.readAll(0, 'forwards', 10)[1]!;
      database.exec(`UPDATE events SET ${damage} WHERE revision = 1`);
      const stream = log.stateOf('flip-1');
      expect(reader.readAll(0, 'forwards', 10).map(({ revision }) => revision)).toEqual([0]);
      expect(reader.readStream(stream, 2, 'backwards', 3)).toMatchObject([{ revision: 2 }]);
      expect(refusalOf(() => reader.readAll(position, 'forwards', 10))).toMatchObject(
        refusal(position),
      );
      expect(refusalOf(() => reader.readStream(stream, 1, 'backwards', 3))).toMatchObject(
        refusal(position),
      );
      expect(reader.readStream(stream, 2, 'forwards', 1)).toHaveLength(1);
    },
  );

  it('refuses appends to a stream whose metadata is damaged, but not to others', async () => {
    await append('$$flip-2', [{ ...event(), type: '$metadata', data: Buffer.from('{"$tb":4}') }]);
    const position = log.end();
    database.exec('UPDATE events SET record = zeroblob(length(record))');
    log = createEventLog(database);
    const [refused, accepted] = await Promise.all([
      append('flip-2', [event()]).catch(toServiceError),
      append('flip-3', [event()]),
    ]);
    expect(refused).toMatchObject(refusal(position));
    expect(accepted).toMatchObject({ kind: 'appended', revision: 0 });
  });
});

describe('an append without an exact revision', () => {
  it('is recognized among the last 500 events, no matter how they were appended', async () => {
    const events = Array.from({ length: 600 }, () => event());
    await append('recent-1', events.slice(0, 300));
    await append('recent-1', events.slice(300, 400), 299);
    await append('recent-1', events.slice(400));
    const revisionOf = async (index: number) => {
      const result = await append('recent-1', [events[index]!]);
      return result.kind === 'appended' ? result.revision : result.kind;
    };
    expect(await revisionOf(599)).toBe(599);
    expect(await revisionOf(350)).toBe(350);
    expect(await revisionOf(99)).toBe(99);
    // This event is older than those that are remembered, so it is written again.
    expect(await revisionOf(98)).toBe(600);
    log = createEventLog(database);
    expect(await revisionOf(350)).toBe(350);
  });

  it('is written by a retry if the disk was full at first', async () => {
    await append('recent-2', [event()]);
    const big = event(100_000);
    database.exec(
      `PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.page_count)}`,
    );
    await expect(append('recent-2', [big])).rejects.toThrow();
    database.exec('PRAGMA max_page_count = 1000000');
    expect(await append('recent-2', [big])).toMatchObject({ kind: 'appended', revision: 1 });
    expect(await append('recent-2', [big])).toMatchObject({ kind: 'appended', revision: 1 });
    expect(storedEvents()).toBe(2);
  });

  it('reads the ids of a long stream once for a long repeated append', async () => {
    const events = Array.from({ length: 6_000 }, () => event());
    await append('recent-4', events);
    const all = jest.spyOn(StatementSync.prototype, 'all');
    try {
      const repeated = events.slice(-5_000);
      expect(await append('recent-4', repeated)).toMatchObject({ revision: 5_999 });
      await append('recent-4', [event()]);
      expect(await append('recent-4', repeated)).toMatchObject({ revision: 5_999 });
      expect(all).toHaveBeenCalledTimes(1);
    } finally {
      all.mockRestore();
    }
    expect(storedEvents()).toBe(6_001);
  });

  it('does not read the events of the stream from the file again', async () => {
    for (let count = 0; count < 600; count += 100)
      await append(
        'recent-3',
        Array.from({ length: 100 }, () => event()),
      );
    await append('recent-3', [event()]);
    database.exec('ALTER TABLE events RENAME COLUMN id TO event_id');
    await append('recent-3', [event()]);
    expect(storedEvents()).toBe(602);
    database.exec('ALTER TABLE events RENAME COLUMN event_id TO id');
  });
});
