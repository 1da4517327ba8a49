import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';
import { LOG_HEADER } from './durable-log.js';
import { startMongoDb, type RunningMongoDb } from './server.js';

/** How many processes compete for each processor core, at least 1. */
const load = () => Math.max(1, loadavg()[0]! / availableParallelism());

type Key = { _id: number; secret: string };

let folder: string;
let running: RunningMongoDb[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
  running = [];
  children = [];
});
afterEach(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await Promise.all(running.map((mongodb) => mongodb.stop()));
  await rm(folder, { recursive: true });
});

const log = (): string => join(folder, 'vault.bsonlog');

async function start(): Promise<RunningMongoDb> {
  const mongodb = await startMongoDb({ port: 0, data: folder, durable: ['vault'] });
  running.push(mongodb);
  return mongodb;
}

async function restart(): Promise<RunningMongoDb> {
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

const readKeys = (url: string): Promise<Key[]> =>
  using(url, (keys) => keys.find().sort({ _id: 1 }).toArray());

/** Starts the compiled stand-in in a separate process that a test may kill. */
async function spawnStandIn(
  ...more: string[]
): Promise<{ child: ChildProcess; url: string; stderr: () => string }> {
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(
    process.execPath,
    [main, '--port', '0', '--data', folder, '--durable', 'vault', ...more],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
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
  it('keeps data, indexes, replacements, deletions, and renames across a restart, unlike in-memory databases', async () => {
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
        await expect(renamed.insertOne({ _id: 9, secret: 'z' })).rejects.toMatchObject({
          code: 11000,
        });
        expect((await client.db('other').listCollections().toArray()).length).toBe(0);
      });
    }
  });

  it('keeps the types of its values', async () => {
    const { Binary, Double, Long } = mongoose.mongo.BSON;
    const original = {
      _id: 1,
      secret: 's',
      d: new Double(2),
      l: Long.fromNumber(2),
      b: new Binary(Buffer.from('key')),
    };
    await using((await start()).url, (keys) => keys.insertOne(original));
    await using((await restart()).url, async (keys) => {
      expect(await keys.findOne({}, { promoteValues: false })).toMatchObject({
        d: original.d,
        l: original.l,
        b: original.b,
      });
    });
  });

  it('removes deleted data from disk at the next start', async () => {
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

  it('removes an unfinished write from the end, saves it next to the log, and reports it in one line', async () => {
    await using((await start()).url, (keys) => keys.insertOne({ _id: 1, secret: 'a' }));
    await running.pop()!.stop();
    const unfinished = (await readFile(log())).subarray(LOG_HEADER.length, -3);
    await appendFile(log(), unfinished);
    const { child, url, stderr } = await spawnStandIn();
    expect(await readKeys(url)).toEqual([{ _id: 1, secret: 'a' }]);
    const [name] = (await readdir(folder)).filter((entry) =>
      entry.startsWith('vault.bsonlog.cut-'),
    );
    const backupPath = join(folder, name!);
    expect(stderr()).toContain(
      `\nmongodb stand-in: warning: removed an unfinished write of ${unfinished.length} bytes from the end of ${log()}; saved it in ${backupPath}\n`,
    );
    expect(await readFile(backupPath)).toEqual(unfinished);
    await using(url, (keys) => keys.insertOne({ _id: 3, secret: 'c' }));
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect((await readKeys((await spawnStandIn()).url)).map(({ _id }) => _id)).toEqual([1, 3]);
  });

  it('writes files that only their owner can read', async () => {
    await using((await start()).url, (keys) => keys.insertOne({ _id: 1, secret: 'a' }));
    await appendFile(log(), 'unfinished');
    await restart();
    const files = await readdir(folder);
    expect(files.length).toBe(4);
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  });
});

describe('a durable database that cannot start', () => {
  const fail = (): Promise<string> =>
    start().then(
      () => 'started',
      ({ message }: Error) => message,
    );
  async function flip(at: number): Promise<void> {
    const bytes = await readFile(log());
    bytes[at]! ^= 8;
    await writeFile(log(), bytes);
  }

  beforeEach(async () => {
    await using((await start()).url, async (keys) => {
      for (let _id = 1; _id <= 5; _id++) await keys.insertOne({ _id, secret: `secret ${_id}` });
    });
    await running.pop()!.stop();
  });

  const SENTENCE = /^\/.*\/vault\.bsonlog .*; restore the folder \/.* from a backup$/;

  it('refuses a damaged record length and leaves the file unchanged', async () => {
    const bytes = await readFile(log());
    const secondStandIn = bytes.indexOf(
      bytes.subarray(LOG_HEADER.length, LOG_HEADER.length + 4),
      LOG_HEADER.length + 1,
    );
    await flip(secondStandIn + 4);
    const previousBytes = await readFile(log());
    expect(await fail()).toMatch(SENTENCE);
    expect(await fail()).toContain(
      `is damaged at byte ${secondStandIn} (complete records before it: 1, after it: 3);`,
    );
    expect(await readFile(log())).toEqual(previousBytes);
  });

  it('refuses a damaged secret, even in the last record', async () => {
    for (const secret of ['secret 3', 'secret 5']) {
      const at = (await readFile(log())).indexOf(secret);
      await flip(at);
      expect(await fail()).toMatch(SENTENCE);
      await flip(at);
    }
    expect(await fail()).toBe('started');
  });

  it('refuses a log that is missing or lost its end, even at a record boundary', async () => {
    const bytes = await readFile(log());
    const last = bytes.lastIndexOf(bytes.subarray(LOG_HEADER.length, LOG_HEADER.length + 4));
    for (const length of [bytes.length - 1, last, LOG_HEADER.length, 0]) {
      await truncate(log(), length);
      expect(await fail()).toMatch(SENTENCE);
    }
    await rm(log());
    expect(await fail()).toMatch(
      /vault\.bsonlog is missing, but 5 records were written to it; restore the folder/,
    );
  });

  it('refuses a log in an older format', async () => {
    await rm(`${log()}.manifest`);
    const payload = mongoose.mongo.BSON.serialize({ kind: 'create', collection: 'keys' });
    const head = Buffer.alloc(8);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    await writeFile(log(), Buffer.concat([head, payload]));
    expect(await fail()).toMatch(
      /vault\.bsonlog has format 1, .*'npm start -- --reset', which deletes all data$/,
    );
  });

  it('refuses a damaged manifest and warns about a missing one', async () => {
    await writeFile(`${log()}.manifest`, Buffer.alloc(64));
    expect(await fail()).toMatch(/vault\.bsonlog\.manifest is damaged; restore the folder/);
    await rm(`${log()}.manifest`);
    const { url, stderr } = await spawnStandIn();
    expect((await readKeys(url)).length).toBe(5);
    expect(stderr()).toContain(`warning: ${log()} has no manifest`);
  });

  it('refuses a data folder that is not a folder', async () => {
    const elsewhere = { port: 0, data: join(log(), 'vault'), durable: ['vault'] };
    await expect(startMongoDb(elsewhere)).rejects.toThrow(
      /^the data folder .* is not writable: ENOTDIR/,
    );
  });
});

describe('a killed process', () => {
  it('keeps every acknowledged write', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    for (let round = 0; round < 5; round++) {
      const { child, url } = await spawnStandIn();
      expect((await readKeys(url)).map(({ _id }) => _id)).toEqual(
        expect.arrayContaining(acknowledged),
      );
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
    const survivors = await readKeys((await start()).url);
    expect(survivors.map(({ _id }) => _id)).toEqual(expect.arrayContaining(acknowledged));
    expect(survivors.filter(({ _id, secret }) => secret !== `secret ${_id}`)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
  });
});

describe('the process', () => {
  it('locks a folder for one process', async () => {
    const owner = await spawnStandIn();
    const secondStandIn = await spawnStandIn();
    expect(secondStandIn.url).toBe('');
    if (secondStandIn.child.exitCode === null) await once(secondStandIn.child, 'exit');
    expect(secondStandIn.child.exitCode).toBe(1);
    expect(secondStandIn.stderr().trim().split('\n').at(-1)).toMatch(
      /^mongodb stand-in: the data folder .* is in use by process \d+$/,
    );
    expect(await readKeys(owner.url)).toEqual([]);
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
    expect(performance.now() - started).toBeLessThan(2_000 * load());
    expect(other.exitCode).toBe(0);
  });
});
