import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startMongoDb, type MongoDb } from './server.js';

type Key = { _id: number; secret: string };

let folder: string;
let running: MongoDb[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
  running = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await Promise.all(running.map((mongodb) => mongodb.stop()));
  await rm(folder, { recursive: true });
});

const log = (): string => join(folder, 'vault.bsonlog');

async function start(): Promise<MongoDb> {
  const mongodb = await startMongoDb({ port: 0, data: folder, durable: ['vault'] });
  running.push(mongodb);
  return mongodb;
}

async function restart(): Promise<MongoDb> {
  await running.pop()?.stop();
  return start();
}

async function using<T>(
  url: string,
  run: (keys: mongoose.mongo.Collection<Key>, client: mongoose.mongo.MongoClient) => Promise<T>,
): Promise<T> {
  const client = await new mongoose.mongo.MongoClient(url, {
    retryReads: false,
    serverSelectionTimeoutMS: 1000,
  }).connect();
  try {
    return await run(client.db('vault').collection<Key>('keys'), client);
  } finally {
    await client.close();
  }
}

const all = (url: string): Promise<Key[]> => using(url, (keys) => keys.find().sort({ _id: 1 }).toArray());

/** The compiled stand-in as a process of its own, which a test may kill. */
async function spawnStandIn(...more: string[]): Promise<{ child: ChildProcess; url: string; stderr: () => string }> {
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(process.execPath, [main, '--port', '0', '--data', folder, '--durable', 'vault', ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit'),
  ])) as [unknown];
  const url = typeof line === 'string' ? (JSON.parse(line) as { url: string }).url : '';
  return { child, url, stderr: () => stderr };
}

describe('a durable database', () => {
  it('is there after a restart, with its indexes, replacements, deletions and renames; others are not', async () => {
    await using((await start()).url, async (keys, client) => {
      await keys.createIndex({ secret: 1 }, { unique: true });
      await keys.insertMany([
        { _id: 1, secret: 'a' },
        { _id: 2, secret: 'b' },
        { _id: 3, secret: 'c' },
      ]);
      await keys.replaceOne({ _id: 1 }, { secret: 'z' });
      await keys.deleteOne({ _id: 2 });
      await keys.rename('renamed');
      await client.db('other').collection('things').insertOne({ a: 1 });
    });
    for (let round = 0; round < 2; round++) {
      await using((await restart()).url, async (_, client) => {
        const renamed = client.db('vault').collection<Key>('renamed');
        expect(await renamed.find().sort({ _id: 1 }).toArray()).toEqual([
          { _id: 1, secret: 'z' },
          { _id: 3, secret: 'c' },
        ]);
        await expect(renamed.insertOne({ _id: 9, secret: 'z' })).rejects.toMatchObject({ code: 11000 });
        expect((await client.db('other').listCollections().toArray()).length).toBe(0);
      });
    }
  });

  it('keeps the types of its values', async () => {
    const { Binary, Double, Long } = mongoose.mongo.BSON;
    const sent = { _id: 1, secret: 's', d: new Double(2), l: Long.fromNumber(2), b: new Binary(Buffer.from('key')) };
    await using((await start()).url, (keys) => keys.insertOne(sent));
    await using((await restart()).url, async (keys) => {
      expect(await keys.findOne({}, { promoteValues: false })).toMatchObject({ d: sent.d, l: sent.l, b: sent.b });
    });
  });

  it('forgets on disk, at the next start, what was deleted', async () => {
    await using((await start()).url, async (keys) => {
      await keys.insertMany([
        { _id: 1, secret: 'to-be-forgotten' },
        { _id: 2, secret: 'kept' },
      ]);
      await keys.deleteOne({ _id: 1 });
    });
    await restart();
    const bytes = await readFile(log());
    expect(bytes.includes('to-be-forgotten')).toBe(false);
    expect(bytes.includes('kept')).toBe(true);
  });

  it('cuts an unfinished write off the end and says so', async () => {
    const { child, url } = await spawnStandIn();
    await using(url, (keys) =>
      keys.insertMany([
        { _id: 1, secret: 'a' },
        { _id: 2, secret: 'b' },
      ]),
    );
    child.kill('SIGTERM');
    await once(child, 'exit');
    const { size } = await stat(log());
    await truncate(log(), size - 3);
    const again = await spawnStandIn();
    expect(await all(again.url)).toEqual([{ _id: 1, secret: 'a' }]);
    expect(again.stderr()).toMatch(/cut \d+ bytes of an unfinished write/);
    await using(again.url, (keys) => keys.insertOne({ _id: 3, secret: 'c' }));
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
    await appendFile(log(), Buffer.from([200, 0, 0, 0, 1, 2]));
    expect((await all((await spawnStandIn()).url)).map(({ _id }) => _id)).toEqual([1, 3]);
  });

  it('refuses to start when a record in the middle is damaged', async () => {
    await using((await start()).url, (keys) =>
      keys.insertMany([
        { _id: 1, secret: 'aaaa' },
        { _id: 2, secret: 'bbbb' },
      ]),
    );
    await running.pop()!.stop();
    const bytes = await readFile(log());
    bytes[bytes.indexOf('aaaa')] = 0x62;
    await writeFile(log(), bytes);
    await expect(start()).rejects.toThrow(/is damaged at byte \d+/);
    await expect(start()).rejects.toThrow(/is damaged at byte \d+/);
  });

  it('keeps every acknowledged write through SIGKILL', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    for (let round = 0; round < 5; round++) {
      const { child, url } = await spawnStandIn();
      expect((await all(url)).map(({ _id }) => _id)).toEqual(expect.arrayContaining(acknowledged));
      await using(url, async (keys) => {
        const until = acknowledged.length + 20 + round * 15;
        const writers = Array.from({ length: 8 }, async () => {
          for (;;) {
            const _id = next++;
            await keys.insertOne({ _id, secret: `secret ${_id}` });
            acknowledged.push(_id);
            if (acknowledged.length >= until) child.kill('SIGKILL');
          }
        });
        await Promise.allSettled(writers);
      });
      if (child.signalCode === null) await once(child, 'exit');
    }
    const survivors = await all((await start()).url);
    expect(survivors.map(({ _id }) => _id)).toEqual(expect.arrayContaining(acknowledged));
    expect(survivors.filter(({ _id, secret }) => secret !== `secret ${_id}`)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
  }, 30_000);
});

describe('the process', () => {
  it('leaves a folder to its one owner', async () => {
    const owner = await spawnStandIn();
    const second = await spawnStandIn();
    expect(second.url).toBe('');
    if (second.child.exitCode === null) await once(second.child, 'exit');
    expect(second.child.exitCode).toBe(1);
    expect(second.stderr().trim().split('\n').at(-1)).toMatch(
      /^mongodb stand-in: the data folder .* is in use by process \d+$/,
    );
    expect(await all(owner.url)).toEqual([]);
  });

  it('stops with its parent and on SIGTERM within two seconds', async () => {
    const { child } = await spawnStandIn('--stop-with-parent');
    child.stdin!.end();
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    const { child: other, url } = await spawnStandIn();
    const started = performance.now();
    await using(url, async (keys) => {
      await keys.insertOne({ _id: 1, secret: 'a' });
      other.kill('SIGTERM');
      await once(other, 'exit');
    });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(other.exitCode).toBe(0);
  });
});
