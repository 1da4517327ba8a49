import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { readConfig } from '../../config.js';
import {
  PRODUCTION_TIMEOUTS,
  type Stores,
  eventually,
  startStores,
} from '../../../testing/stores.js';
import { startProxy } from '../../../testing/tcp-proxy.js';
import { EventStore, RevisionConflict } from './event-store.js';
import { StoreUnavailable } from './store-unavailable.js';
import { loadAdjusted } from '../../../testing/patience.js';

let stores: Stores;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let eventStore: EventStore;
let stream: string;

beforeEach(async () => {
  stores = await startStores();
  const url = new URL(stores.environment['EVENTSTORE_URL']!.replace(/^esdb/, 'http'));
  proxy = await startProxy(Number(url.port));
  eventStore = new EventStore(
    readConfig({
      ...stores.environment,
      ...PRODUCTION_TIMEOUTS,
      EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    }),
  );
  stream = `courtDay-${randomUUID().slice(0, 8)}`;
});
afterEach(async () => {
  await eventStore.onApplicationShutdown();
  await proxy.stop();
  await stores.stop();
});

const event = (data: object = {}) => ({ id: randomUUID(), type: 'Happened', data, metadata: {} });
const many = (count: number) => Array.from({ length: count }, (_, number) => event({ number }));

describe('a stream', () => {
  it('is read completely in pages, and from a given revision', async () => {
    for (let stored = 0; stored < 1_001; stored += 91)
      await eventStore.append(stream, stored - 1, many(91));
    expect((await eventStore.read(stream)).map(({ revision }) => revision)).toEqual([
      ...Array(1_001).keys(),
    ]);
    expect(
      (await eventStore.read(stream, 499)).map(({ revision }) => revision).slice(0, 2),
    ).toEqual([500, 501]);
    expect(await eventStore.read(stream, 1_000)).toEqual([]);
    expect(await eventStore.read('courtDay-never')).toEqual([]);
  });

  it('accepts appends only at the expected revision', async () => {
    await eventStore.append(stream, -1, many(1));
    await expect(eventStore.append(stream, -1, many(1))).rejects.toBeInstanceOf(RevisionConflict);
  });
});

describe('a server with frozen connections', () => {
  it('is written to and read again within six seconds over a new connection', async () => {
    await eventStore.append(stream, -1, many(1));
    proxy.freeze();
    const startedAt = performance.now();
    await eventStore.append(stream, 0, many(1));
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(6_000));
    expect(await eventStore.read(stream)).toHaveLength(2);
  }, 20_000);

  it('loses no write of a connection that another call replaces', async () => {
    await eventStore.append(stream, -1, many(1));
    proxy.freeze();
    const first = eventStore.append(stream, 0, many(1));
    const otherAppends = [];
    // They have waited less than the first call when it fails.
    for (let later = 0; later < 5; later++) {
      await delay(250);
      otherAppends.push(eventStore.append(`${stream}-${later}`, -1, many(1)));
    }
    await expect(Promise.all([first, ...otherAppends])).resolves.toHaveLength(6);
  }, 20_000);
});

describe('a server that stops for seconds', () => {
  /**
   * Starts one call every `every` ms while the server is stopped, and resumes the server 4 s after
   * the last one.
   */
  const duringAStop = async <T>(count: number, every: number, call: () => Promise<T>) => {
    proxy.hold();
    const calls: Promise<PromiseSettledResult<T>>[] = [];
    for (let startedAt = 0; startedAt < count; startedAt++) {
      calls.push(Promise.allSettled([call()]).then(([result]) => result));
      await delay(every);
    }
    await delay(4_000);
    proxy.release();
    return Promise.all(calls);
  };

  it('responds to each read with all events or an error, never with a part', async () => {
    await eventStore.append(stream, -1, many(3));
    const results = await duringAStop(12, 250, () => eventStore.read(stream));
    expect(results).toHaveLength(12);
    for (const result of results)
      if (result.status === 'fulfilled') expect(result.value).toHaveLength(3);
      else expect(result.reason).toBeInstanceOf(StoreUnavailable);
  }, 30_000);

  it('responds to no ping and does not report an empty log', async () => {
    await eventStore.append(stream, -1, many(1));
    const position = await eventStore.readLogEnd();
    const results = await duringAStop(6, 250, async () => ({
      isUp: await eventStore.ping(),
      end: await eventStore.readLogEnd(),
    }));
    expect(results).toHaveLength(6);
    for (const result of results)
      if (result.status === 'fulfilled')
        expect(result.value).toEqual({ isUp: false, end: position });
      else expect(result.reason).toBeInstanceOf(StoreUnavailable);
  }, 30_000);
});

describe('a broken connection', () => {
  let other: EventStore;
  beforeEach(() => {
    other = new EventStore(readConfig(stores.environment));
  });
  afterEach(() => other.onApplicationShutdown());

  it('does not affect calls on other connections of the process', async () => {
    let isOver = false;
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      let written = 0;
      for (; !isOver; written++) await other.append(`${stream}-${writer}`, written - 1, many(1));
      return written;
    });
    const { port } = proxy;
    for (let cut = 0; cut < 10; cut++) {
      await eventStore.append(`${stream}-cut-${cut}`, -1, many(1));
      await proxy.stop();
      proxy = await startProxy(
        Number(stores.environment['EVENTSTORE_URL']!.match(/:(\d+)/)![1]),
        port,
      );
    }
    isOver = true;
    for (const [writer, written] of (await Promise.all(writing)).entries())
      expect(await other.read(`${stream}-${writer}`)).toHaveLength(written);
  }, 40_000);
});

describe('an unreachable server', () => {
  it('is logged in one structured line, and in another when it is back', async () => {
    const lost = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const back = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    try {
      const { port } = proxy;
      await eventStore.append(stream, -1, many(1));
      await proxy.stop();
      await expect(eventStore.append(stream, 0, many(1))).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(eventStore.append(stream, 0, many(1))).rejects.toBeInstanceOf(StoreUnavailable);
      expect(lost.mock.calls.map(([line]) => line)).toEqual([
        expect.objectContaining({
          store: 'EventStoreDB',
          state: 'lost',
          since: expect.any(String),
        }),
      ]);
      proxy = await startProxy(
        Number(stores.environment['EVENTSTORE_URL']!.match(/:(\d+)/)![1]),
        port,
      );
      await eventually('the store responds again', () => eventStore.ping(), 20_000);
      expect(back.mock.calls.map(([line]) => line)).toEqual([
        expect.objectContaining({ store: 'EventStoreDB', state: 'back' }),
      ]);
    } finally {
      jest.restoreAllMocks();
    }
  }, 40_000);
});
