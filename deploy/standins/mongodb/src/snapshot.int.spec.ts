import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose from 'mongoose';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startMongoDb, type RunningMongoDb } from './server.js';
import type { SnapshotOptions } from './snapshot.js';

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
