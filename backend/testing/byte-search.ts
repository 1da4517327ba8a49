import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { allEvents } from '../src/event-sets.js';
import { EventStore } from '../src/platform/stores/event-store.js';
import type { Courtly } from './courtly.js';

/**
 * `place` is, for example, `mongodb people@5.1`, `redis courtly:session:...`, or `event user-1 #0`.
 */
type Bytes = Readonly<{ place: string; bytes: Buffer }>;

async function* inEvents({ config }: Courtly): AsyncGenerator<Bytes> {
  const eventStore = new EventStore(config);
  const stopping = new AbortController();
  const categories = allEvents.flatMap((set) => set.categories);
  try {
    for await (const { events, caughtUp } of eventStore.follow(
      categories,
      null,
      500,
      stopping.signal,
    )) {
      for (const event of events)
        yield {
          place: `event ${event.stream} #${event.revision}`,
          bytes: Buffer.from(JSON.stringify(event)),
        };
      if (caughtUp) return;
    }
  } finally {
    stopping.abort();
    await eventStore.onApplicationShutdown();
  }
}

/** Yields all documents of all databases as raw BSON. */
async function* inMongoDb({ config }: Courtly): AsyncGenerator<Bytes> {
  const client = await new mongoose.mongo.MongoClient(config.MONGODB_URI).connect();
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    for (const { name } of databases)
      for (const collection of await client.db(name).collections())
        for await (const document of collection.find({}, { raw: true, batchSize: 1_000 }))
          yield {
            place: `mongodb ${name} ${collection.collectionName}`,
            bytes: document as unknown as Buffer,
          };
  } finally {
    await client.close();
  }
}

const redisValue = async (redis: Redis, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return null;
  }
};

async function* inRedis({ config }: Courtly): AsyncGenerator<Bytes> {
  const redis = new Redis(config.REDIS_URL);
  try {
    for await (const keys of redis.scanStream())
      for (const key of keys as string[])
        yield {
          place: `redis ${key}`,
          bytes: Buffer.from(`${key} ${JSON.stringify(await redisValue(redis, key))}`),
        };
  } finally {
    redis.disconnect();
  }
}

/** Yields the files of the event store and the photos. */
async function* inFiles({ stores }: Courtly): AsyncGenerator<Bytes> {
  for (const entry of await readdir(stores.folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      // A file may be deleted while it is being read.
      yield {
        place: `file ${entry.name}`,
        bytes: await readFile(path).catch(() => Buffer.alloc(0)),
      };
    }
}

/** Finds words in all stores as UTF-8, ignoring case. Returns matches as `<word> in <place>`. */
export const placesOf = async (courtly: Courtly, words: readonly string[]): Promise<string[]> => {
  const matchedWords = new Set<string>();
  for (const store of [inEvents, inMongoDb, inRedis, inFiles])
    for await (const { place, bytes } of store(courtly)) {
      // latin1 maps each byte to one character, so nothing is lost.
      const text = bytes.toString('latin1').toLowerCase();
      for (const word of words) {
        const searchBytes = Buffer.from(word).toString('latin1').toLowerCase();
        if (text.includes(searchBytes)) matchedWords.add(`${word} in ${place}`);
      }
    }
  return [...matchedWords];
};
