import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startEventStoreDb } from '@courtly/standin-eventstoredb';
import { readConfig } from '../../config.js';
import {
  PRODUCTION_TIMEOUTS,
  type Stores,
  eventually,
  startStores,
} from '../../../testing/stores.js';
import { startProxy } from '../../../testing/tcp-proxy.js';
import { EventStore, RevisionConflict } from './event-store.js';
import { slowSubscriptionCount } from './metrics.js';
import { StoreUnavailable } from './store-unavailable.js';
import { loadAdjusted, patience } from '../../../testing/patience.js';

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

describe('the log', () => {
  it('is read in pages and then followed, without a gap or a repetition', async () => {
    await eventStore.append(stream, -1, many(25));
    await eventStore.append(`other-${randomUUID()}`, -1, many(25));
    const follow = jest.spyOn(eventStore, 'follow');
    const stop = new AbortController();
    const revisions: number[] = [];
    let storedCount = 25;
    for await (const { events } of eventStore.readAndFollow(['courtDay'], null, 10, stop.signal)) {
      revisions.push(...events.map(({ revision }) => revision));
      if (storedCount < 60) {
        await eventStore.append(stream, storedCount - 1, many(5));
        storedCount += 5;
      } else if (revisions.length === storedCount) stop.abort();
    }
    expect(revisions).toEqual([...Array(60).keys()]);
    expect(follow).toHaveBeenCalledTimes(1);
    expect(follow.mock.calls[0]![1]).toEqual(expect.any(String));
  });

  it('is followed from the start if it is empty', async () => {
    const stop = new AbortController();
    for await (const { events, caughtUp } of eventStore.readAndFollow(
      ['courtDay'],
      null,
      10,
      stop.signal,
    )) {
      expect([events, caughtUp]).toEqual([[], true]);
      stop.abort();
    }
  });
});

describe('a server with frozen connections', () => {
  it('accepts writes and reads again within six seconds over a new connection', async () => {
    await eventStore.append(stream, -1, many(1));
    proxy.freeze();
    const startedAt = performance.now();
    await eventStore.append(stream, 0, many(1));
    expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(6_000));
    expect(await eventStore.read(stream)).toHaveLength(2);
  });

  it('loses no write on a connection that another call replaces', async () => {
    await eventStore.append(stream, -1, many(1));
    proxy.freeze();
    const first = eventStore.append(stream, 0, many(1));
    const otherAppends = [];
    // When the first call fails, these calls have waited for a shorter time.
    for (let later = 0; later < 5; later++) {
      await delay(250);
      otherAppends.push(eventStore.append(`${stream}-${later}`, -1, many(1)));
    }
    await expect(Promise.all([first, ...otherAppends])).resolves.toHaveLength(6);
  });
});

describe('a server that stops for several seconds', () => {
  /**
   * Starts a call every `every` ms while the server is stopped, and resumes the server 4 s after
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

  it('responds to each read with all events or an error, never with only some events', async () => {
    await eventStore.append(stream, -1, many(3));
    const results = await duringAStop(12, 250, () => eventStore.read(stream));
    expect(results).toHaveLength(12);
    for (const result of results)
      if (result.status === 'fulfilled') expect(result.value).toHaveLength(3);
      else expect(result.reason).toBeInstanceOf(StoreUnavailable);
  });

  it('neither responds to pings nor reports an empty log', async () => {
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
  });
});

describe('a server that is slow for several seconds', () => {
  it('gets new connections at growing intervals', async () => {
    const CALL_TIMEOUT_MS = patience(300);
    const impatient = new EventStore(
      readConfig({
        ...stores.environment,
        EVENTSTORE_CALL_TIMEOUT_MS: String(CALL_TIMEOUT_MS),
        EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false`,
      }),
    );
    await eventually('the store responds', () => impatient.ping());
    const before = proxy.connections();
    proxy.hold();
    const startedAt = performance.now();
    while (performance.now() - startedAt < 10 * CALL_TIMEOUT_MS)
      expect(await impatient.ping()).toBe(false);
    const reconnects = proxy.connections() - before;
    // The client reconnects after 1, 2, 4, and 8 timeouts.
    expect(reconnects).toBeGreaterThan(0);
    expect(reconnects).toBeLessThanOrEqual(4);
    proxy.release();
    await eventually('the store responds again', () => impatient.ping());
    await impatient.onApplicationShutdown();
  });
});

describe('a cluster', () => {
  it.each([
    ['first', 0],
    ['last', 0.99],
  ])(
    'accepts writes within four seconds of a frozen leader, even if the client asks it %s',
    async (_order, random) => {
      const otherProxy = await startProxy(
        Number(stores.environment['EVENTSTORE_URL']!.match(/:(\d+)/)![1]),
      );
      // Each of the two nodes reports itself as the leader.
      const clustered = new EventStore(
        readConfig({
          ...stores.environment,
          ...PRODUCTION_TIMEOUTS,
          EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port},127.0.0.1:${otherProxy.port}?tls=false`,
        }),
      );
      try {
        await clustered.append(stream, -1, many(1));
        const leader = proxy.connections() > otherProxy.connections() ? proxy : otherProxy;
        leader.hold();
        // The client shuffles the nodes.
        jest.spyOn(Math, 'random').mockReturnValue(random);
        const startedAt = performance.now();
        await clustered.append(stream, 0, many(1));
        expect(performance.now() - startedAt).toBeLessThan(loadAdjusted(4_000));
        leader.release();
      } finally {
        jest.restoreAllMocks();
        await clustered.onApplicationShutdown();
        await otherProxy.stop();
      }
    },
  );
});

describe('a subscription', () => {
  beforeEach(async () => {
    await eventStore.onApplicationShutdown();
    eventStore = new EventStore(readConfig(stores.environment));
  });
  const following = () => {
    const stopping = new AbortController();
    return {
      stopping,
      batches: eventStore.follow([stream.split('-')[0]!], null, 100, stopping.signal),
    };
  };
  const slowEnds = async () => {
    const [series] = (await slowSubscriptionCount.get()).values;
    return series?.value ?? 0;
  };

  it('cut off for being too slow resumes after its last event, without an outage', async () => {
    const lost = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const { stopping, batches } = following();
    const endsBefore = await slowEnds();
    await eventStore.append(stream, -1, many(1));
    const numbers: number[] = [];
    // Nothing is read between the first batch and the last append.
    const first = await batches.next();
    numbers.push(...first.value!.events.map(({ revision }: { revision: number }) => revision));
    const text = 'x'.repeat(2_000);
    for (let revision = 0; revision < 2_000; revision += 100)
      await eventStore.append(
        stream,
        revision,
        Array.from({ length: 100 }, () => event({ text })),
      );
    while (numbers.length < 2_001) {
      const { value } = await batches.next();
      numbers.push(...value!.events.map(({ revision }: { revision: number }) => revision));
    }
    stopping.abort();
    await batches.return(undefined);
    expect(numbers).toEqual([...Array(2_001).keys()]);
    expect(await slowEnds()).toBeGreaterThan(endsBefore);
    expect(eventStore.isLost).toBe(false);
    expect(lost).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('ended by a planned server shutdown reports the store as unavailable', async () => {
    const server = await startEventStoreDb({ file: join(stores.folder, 'planned.db'), port: 0 });
    const planned = new EventStore(
      readConfig({ ...stores.environment, EVENTSTORE_URL: server.url }),
    );
    const stopping = new AbortController();
    const batches = planned.follow(['courtDay'], null, 100, stopping.signal);
    expect((await batches.next()).value).toEqual({ events: [], caughtUp: true });
    const ended = expect(batches.next()).rejects.toBeInstanceOf(StoreUnavailable);
    await server.stop();
    await ended;
    expect(planned.isLost).toBe(true);
    await planned.onApplicationShutdown();
  });
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
  });
});

describe('an unreachable server', () => {
  it('is logged in one structured line, and in another once it is back', async () => {
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
  });
});
