import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose from 'mongoose';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeDocument } from './bson-writer.js';
import { openCollection, type DatabaseCatalog } from './catalog.js';
import { insertDocument } from './collection.js';
import type { PausedWrites } from './pauses.js';
import { startMongoDb, type RunningMongoDb } from './server.js';
import { openSnapshotDatabase, readSnapshot, type SnapshotOptions } from './snapshot.js';

type Booking = { _id: number; court: string };

let folder: string;
let mongodb: RunningMongoDb | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
});
afterEach(async () => {
  await mongodb?.stop();
  mongodb = undefined;
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const snapshotPath = (): string => join(folder, 'courtly.snapshot');

async function restart(snapshotOptions: Partial<SnapshotOptions> = {}): Promise<void> {
  await mongodb?.stop();
  mongodb = await startMongoDb({
    port: 0,
    data: folder,
    snapshots: ['courtly'],
    snapshotOptions: { tag: 'build 1', ...snapshotOptions },
  });
}

async function withBookings<T>(
  work: (bookings: mongoose.mongo.Collection<Booking>) => Promise<T>,
): Promise<T> {
  const client = await new mongoose.mongo.MongoClient(mongodb!.url).connect();
  try {
    return await work(client.db('courtly').collection<Booking>('bookings'));
  } finally {
    await client.close();
  }
}

const storedBookings = (): Promise<Booking[]> =>
  withBookings((bookings) => bookings.find().sort({ _id: 1 }).toArray());

const saveTwoBookings = (): Promise<void> =>
  withBookings(async (bookings) => {
    await bookings.createIndex({ court: 1 }, { unique: true });
    await bookings.insertMany([
      { _id: 1, court: 'clay' },
      { _id: 2, court: 'grass' },
      { _id: 3, court: 'hard' },
    ]);
    await bookings.replaceOne({ _id: 1 }, { court: 'carpet' });
    await bookings.deleteOne({ _id: 3 });
  });

const twoBookings = [
  { _id: 1, court: 'carpet' },
  { _id: 2, court: 'grass' },
];

describe('a snapshot', () => {
  it('keeps documents and indexes across restarts', async () => {
    await restart();
    await saveTwoBookings();
    for (let round = 0; round < 2; round++) {
      await restart();
      expect(await storedBookings()).toEqual(twoBookings);
      await expect(
        withBookings((bookings) => bookings.insertOne({ _id: 9, court: 'grass' })),
      ).rejects.toMatchObject({ code: 11000 });
    }
  });

  it('keeps what changed after it was loaded', async () => {
    await restart();
    await saveTwoBookings();
    await restart();
    await withBookings((bookings) => bookings.deleteOne({ _id: 1 }));
    await restart();
    expect(await storedBookings()).toEqual([{ _id: 2, court: 'grass' }]);
  });

  it('is written at intervals', async () => {
    await restart();
    await saveTwoBookings();
    await restart({ saveEveryMs: 20 });
    await rm(snapshotPath());
    await withBookings((bookings) => bookings.insertOne({ _id: 4, court: 'hard' }));
    // Waits only for the first save: on a slow disk, the next one is much later.
    let saved: Buffer | undefined;
    while (!saved) {
      await delay(20);
      saved = await readFile(snapshotPath()).catch(() => undefined);
    }
    await mongodb!.stop();
    await writeFile(snapshotPath(), saved);
    await restart();
    expect((await storedBookings()).map(({ _id }) => _id)).toEqual([1, 2, 4]);
  });

  it('contains all of a write that pauses while the database closes', async () => {
    const catalog: DatabaseCatalog = { databases: new Map(), journals: new Map() };
    const pausedWrites: PausedWrites = new Map();
    const options = { tag: 'build 1' };
    const journal = await openSnapshotDatabase(
      catalog,
      'courtly',
      folder,
      options,
      () => undefined,
      pausedWrites,
    );
    catalog.journals.set('courtly', journal);
    const bookings = openCollection(catalog, 'courtly', 'bookings');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    pausedWrites.set('courtly', promise);
    insertDocument(bookings, encodeDocument({ _id: 1 }));
    const closed = journal.close();
    await delay(20);
    insertDocument(bookings, encodeDocument({ _id: 2 }));
    pausedWrites.delete('courtly');
    resolve(undefined);
    await closed;
    const changes = await readSnapshot(snapshotPath(), 'build 1');
    expect(changes?.map(({ kind }) => kind)).toEqual(['create', 'put', 'put']);
  });

  it('contains all of an update that runs when the server stops', async () => {
    await restart();
    const client = await new mongoose.mongo.MongoClient(mongodb!.url).connect();
    const bookings = client.db('courtly').collection<Booking>('bookings');
    const count = 30_000;
    await bookings.insertMany(Array.from({ length: count }, (_, _id) => ({ _id, court: 'clay' })));
    const update = bookings.updateMany({}, { $set: { court: 'grass' } }).then(
      () => 'done',
      () => 'interrupted',
    );
    while ((await bookings.findOne({ _id: 0 }))?.court !== 'grass');
    await mongodb!.stop();
    expect(await update).toBe('interrupted');
    await client.close();
    await restart();
    expect(await withBookings((updated) => updated.countDocuments({ court: 'grass' }))).toBe(count);
  });

  it('is ignored if another program wrote it', async () => {
    await restart();
    await saveTwoBookings();
    await restart({ tag: 'build 2' });
    expect(await storedBookings()).toEqual([]);
  });

  it('is ignored when the server starts with the discard option', async () => {
    await restart();
    await saveTwoBookings();
    await restart({ discard: true });
    expect(await storedBookings()).toEqual([]);
  });

  it('leaves the database empty if it is missing', async () => {
    await restart();
    await saveTwoBookings();
    await mongodb!.stop();
    await rm(snapshotPath());
    await restart();
    expect(await storedBookings()).toEqual([]);
  });

  it.each([1, 11, 200])('leaves the database empty if %i bytes are cut off', async (cutBytes) => {
    const warnings = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await restart();
    await saveTwoBookings();
    await mongodb!.stop();
    await truncate(snapshotPath(), (await readFile(snapshotPath())).length - cutBytes);
    await restart();
    expect(await storedBookings()).toEqual([]);
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('is cut off'));
  });

  it('leaves the database empty if any byte is damaged', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await restart();
    await saveTwoBookings();
    await mongodb!.stop();
    const intact = await readFile(snapshotPath());
    for (const position of [0, 30, 60, intact.length - 12, intact.length - 1]) {
      const damaged = Buffer.from(intact);
      damaged[position]! ^= 1;
      await writeFile(snapshotPath(), damaged);
      await restart();
      expect(await storedBookings()).toEqual([]);
      await mongodb!.stop();
    }
  });
});
