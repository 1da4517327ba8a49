import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import type { EventStore } from '../stores/event-store.js';
import type { Mongo } from '../stores/mongo.js';
import type { RedisClient } from '../stores/redis.js';
import type { Checkpoints } from './checkpoints.js';
import { Progress } from './progress.js';
import type { AnyProjection, StoredDocument } from './projection.js';
import type { Readers } from './readers.js';
import { UpdatePublisher, changesOf } from './update-publisher.js';

const seenBy = (people: (document: { id: number }) => readonly string[] | null, count: number) => ({
  projection: { audience: people } as unknown as AnyProjection,
  changed: new Map(
    Array.from({ length: count }, (_, id) => [`d${id}`, { id } as unknown as StoredDocument]),
  ),
});

describe('published changes', () => {
  it('list each document with its audience', () =>
    expect(changesOf(seenBy(({ id }) => [`p${id}`], 2))).toEqual([
      { id: 'd0', audience: ['p0'] },
      { id: 'd1', audience: ['p1'] },
    ]));

  it('become one change if there are many, for the users of any of them', () =>
    expect(changesOf(seenBy(({ id }) => ['host', `p${id % 2}`], 201))).toEqual([
      { id: '*', audience: ['host', 'p0', 'p1'] },
    ]));

  it('are public if one of them is public', () =>
    expect(changesOf(seenBy(({ id }) => (id === 7 ? null : ['host']), 201))).toEqual([
      { id: '*', audience: null },
    ]));
});

describe('a table derived from read models', () => {
  const publishedUpdates = async (versions: Readonly<Record<string, number>>) => {
    const subscriber = new EventEmitter();
    const commands = {
      publish: async (channel: string, text: string) =>
        Number(subscriber.emit('message', channel, text)),
    };
    const listening = Object.assign(subscriber, { subscribe: async () => 1 });
    const redis = { keyPrefix: 'test', commands, subscriber: listening } as unknown as RedisClient;
    const projections = Object.entries(versions).map(([name, version]) => ({
      name,
      version,
    })) as AnyProjection[];
    const progress = new Progress(
      {} as Checkpoints,
      redis,
      {} as EventStore,
      {} as Mongo,
      {} as Readers,
      {} as Config,
      projections,
    );
    progress.onApplicationBootstrap();
    const receivedUpdates: unknown[] = [];
    progress.updates.subscribe((updates) =>
      receivedUpdates.push(...updates.map(({ readModel, changes }) => ({ readModel, changes }))),
    );
    await new UpdatePublisher(redis).announceTable('rankings');
    return receivedUpdates;
  };

  it('is announced to everyone, regardless of the versions of the read models', async () =>
    expect(await publishedUpdates({ bookings: 3 })).toEqual([
      { readModel: 'rankings', changes: [{ id: '*', audience: null }] },
    ]));
});
