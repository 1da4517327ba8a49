import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { UnreliableLog, until } from '../../../testing/unreliable-log.js';
import type { Config } from '../../config.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { EventCodec } from './codec.js';
import { LiveStreams } from './live-streams.js';
import { LogFeed } from './log-feed.js';
import type { StreamCache } from './stream-cache.js';

const erased = { version: 1, data: z.object({}), erasesKeys: true } as const;
const eventSets = [{ categories: ['user'], definitions: { Erased: erased }, live: true }];
const config = { ROLES: ['api'] } as unknown as Config;

let liveStreams: LiveStreams;
let feed: LogFeed;

afterEach(async () => {
  jest.restoreAllMocks();
  await liveStreams.beforeApplicationShutdown();
  await feed.onApplicationShutdown();
});

/** Starts to keep cached streams fresh, and records what happens to them. */
const start = async () => {
  const log = new UnreliableLog();
  feed = new LogFeed(log.asEventStore, eventSets, config);
  const cache = { subscribed: false, applied: [] as string[], forgotten: 0, keysForgotten: 0 };
  const streamCache = {
    set subscribed(isSubscribed: boolean) {
      cache.subscribed = isSubscribed;
    },
    apply: async (events: readonly StoredEvent[]) =>
      void cache.applied.push(...events.map(({ stream }) => stream)),
    forgetAll: () => cache.forgotten++,
  } as unknown as StreamCache;
  const codec = { forgetKeys: () => cache.keysForgotten++ } as unknown as EventCodec;
  log.append('user-1');
  liveStreams = new LiveStreams(feed, streamCache, codec, eventSets, config);
  liveStreams.onApplicationBootstrap();
  await until(() => cache.subscribed);
  return { log, cache };
};

it('applies new events to cached streams', async () => {
  const { log, cache } = await start();
  log.append('user-2');
  await until(() => cache.applied.length === 1);
  expect(cache.applied).toEqual(['user-2']);
});

it('trusts no cached stream while the store is down', async () => {
  const { log, cache } = await start();
  log.goDown();
  await until(() => !cache.subscribed);
  log.isDown = false;
  await until(() => cache.subscribed);
  expect(cache.forgotten).toBe(0);
});

it('forgets cached streams and keys when a person is erased', async () => {
  const { log, cache } = await start();
  log.appendEvent('user-1', 'Erased');
  await until(() => cache.applied.length === 1);
  expect(cache).toMatchObject({ forgotten: 1, keysForgotten: 1 });
});

it('discards the cached streams and keys of a person who was erased during an outage', async () => {
  const { log, cache } = await start();
  log.loseSubscriptions(new StoreUnavailable('EventStoreDB'));
  await until(() => !cache.subscribed);
  log.appendEvent('user-1', 'Erased');
  await until(() => cache.subscribed);
  expect(cache).toMatchObject({ forgotten: 1, keysForgotten: 1 });
});

it('forgets cached streams and keys when the log is replaced', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const { log, cache } = await start();
  log.goDown();
  log.events.pop();
  log.isDown = false;
  await until(() => cache.forgotten === 1);
  await until(() => cache.subscribed);
  expect(cache.keysForgotten).toBe(1);
  expect(warn).toHaveBeenCalledTimes(1);
});
