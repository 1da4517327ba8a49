import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { LiveFold, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { ReadStream } from './streams.js';

type Claimed = Message<'Claimed', { userId: string }>;

const holders: LiveFold<readonly string[], Claimed> = {
  category: 'emailClaim',
  liveEvents: { categories: ['emailClaim'], definitions: {}, live: true },
  initial: [],
  evolve: (holderIds, { data }) => [...holderIds, data.userId],
};

const setUp = () => {
  const reads: (() => void)[] = [];
  let isBlocked = false;
  const store = new InMemoryEventStore((moment) =>
    isBlocked && moment === 'read answered'
      ? new Promise<void>((resolve) => reads.push(resolve))
      : Promise.resolve(),
  );
  const { codec, streams, streamCache } = startProcess(store, new InMemoryKeys());
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const write = async (userId: string, command = userId) => {
    const data = { userId, claimedAt: '2027-03-10T12:00:00.000Z' };
    const metadata = {
      actor: { id: userId, role: 'player' },
      at: data.claimedAt,
      command,
      fingerprint: '',
      $correlationId: '',
    } as const;
    const event = await codec.encode(
      { type: 'Claimed', data },
      `event-${store.log.length}`,
      metadata,
    );
    await store.append('emailClaim-1', store.log.length - 1, [event]);
  };
  return {
    store,
    streams,
    streamCache,
    write,
    hold: () => (isBlocked = true),
    /** Releases the waiting reads and all later ones. */
    release: async () => {
      await turn();
      const waiting = reads.splice(0);
      waiting.forEach((respond) => respond());
      await turn();
      return waiting.length;
    },
  };
};

describe('a stream as a folded state', () => {
  it('has the initial state if the stream does not exist', async () => {
    const { streamCache } = setUp();
    expect(await streamCache.reload(holders, 'emailClaim-1')).toMatchObject({
      state: [],
      revision: -1,
    });
  });

  it('reads only new events', async () => {
    const { streams, write, store } = setUp();
    await write('ann');
    expect(await streams.load(holders, '1')).toEqual(['ann']);
    await write('bob');
    store.log.splice(0, 1);
    expect(await streams.load(holders, '1')).toEqual(['ann', 'bob']);
  });

  it('records what each command did', async () => {
    const { streams, streamCache, write } = setUp();
    await write('ann', 'command-1');
    await streams.load(holders, '1');
    await write('bob', 'command-1');
    await write('cid', 'command-2');
    const { done: handledCommands } = await streamCache.reload(holders, 'emailClaim-1');
    expect(handledCommands.toJS()).toMatchObject({
      'command-1': { first: 0, last: 1 },
      'command-2': { first: 2, last: 2 },
    });
  });

  it('keeps a newer state when it is given an older one', async () => {
    const { streamCache, write } = setUp();
    await write('ann');
    const older = await streamCache.reload(holders, 'emailClaim-1');
    await write('bob');
    const newer = await streamCache.reload(holders, 'emailClaim-1');
    streamCache.remember(holders, 'emailClaim-1', older);
    expect(streamCache.remembered(holders, 'emailClaim-1')).toEqual(newer);
  });

  it('starts from the beginning after it has been forgotten', async () => {
    const { streams, streamCache, write } = setUp();
    await write('ann');
    await streams.load(holders, '1');
    streamCache.forget(holders, 'emailClaim-1');
    expect(streamCache.remembered(holders, 'emailClaim-1')).toBeUndefined();
    expect(await streams.load(holders, '1')).toEqual(['ann']);
  });

  it('stops at an event that cannot be decoded', async () => {
    const { streams, write, store } = setUp();
    await write('ann');
    store.log[0] = { ...store.log[0]!, data: null };
    await expect(streams.load(holders, '1')).rejects.toThrow('cannot be read');
    await expect(streams.load(holders, '1')).rejects.toThrow('cannot be read');
  });

  it('reports store_unavailable for an event of a newer release', async () => {
    const { streams, write, store } = setUp();
    await write('ann');
    store.log[0] = { ...store.log[0]!, type: 'Burnt' };
    await expect(streams.load(holders, '1')).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('concurrent reads of one stream', () => {
  it('share a read that starts later, so they see everything stored before', async () => {
    const { streams, write, hold, release } = setUp();
    await write('ann');
    hold();
    const first = streams.load(holders, '1');
    await new Promise((resolve) => setImmediate(resolve));
    await write('bob');
    const otherLoads = [1, 2, 3].map(() => streams.load(holders, '1'));
    expect(await release()).toBe(1);
    expect(await release()).toBe(1);
    expect(await first).toEqual(['ann']);
    expect(await Promise.all(otherLoads)).toEqual([
      ['ann', 'bob'],
      ['ann', 'bob'],
      ['ann', 'bob'],
    ]);
    expect(await release()).toBe(0);
  });

  it('continue after a read that fails', async () => {
    const { streams, write, store, hold, release } = setUp();
    await write('ann');
    const [event] = store.log;
    store.log[0] = { ...event!, type: 'Burnt' };
    hold();
    const first = streams.load(holders, '1').catch(() => 'failed');
    await new Promise((resolve) => setImmediate(resolve));
    store.log[0] = event!;
    const second = streams.load(holders, '1');
    await release();
    await release();
    expect([await first, await second]).toEqual(['failed', ['ann']]);
  });
});

describe('a stream of a subscribed category', () => {
  const reading = () => {
    const set = setUp();
    let reads = 0;
    const { read } = set.store;
    set.store.read = (...args) => (reads++, read.apply(set.store, args));
    return { ...set, reads: () => reads };
  };

  it('reads the store once and then follows the subscription', async () => {
    const { streams, streamCache, write, store, reads } = reading();
    streamCache.subscribed = true;
    await write('ann');
    expect(await streams.cached(holders, '1')).toEqual(['ann']);
    await write('bob');
    await streamCache.apply(store.log.slice(1));
    expect(await streams.cached(holders, '1')).toEqual(['ann', 'bob']);
    expect(reads()).toBe(1);
  });

  it('reads the store again after the subscription ends', async () => {
    const { streams, streamCache, write, reads } = reading();
    streamCache.subscribed = true;
    await write('ann');
    await streams.cached(holders, '1');
    streamCache.subscribed = false;
    await write('bob');
    streamCache.subscribed = true;
    expect(await streams.cached(holders, '1')).toEqual(['ann', 'bob']);
    expect(reads()).toBe(2);
  });

  it('reads the store again if an event is missing or arrived during a read', async () => {
    const { streams, streamCache, write, store, hold, release } = reading();
    streamCache.subscribed = true;
    await write('ann');
    await streams.cached(holders, '1');
    await write('bob');
    await write('cid');
    await streamCache.apply(store.log.slice(2));
    expect(await streams.cached(holders, '1')).toEqual(['ann', 'bob', 'cid']);

    streamCache.forget(holders, 'emailClaim-1');
    hold();
    const first = streams.cached(holders, '1');
    await new Promise((resolve) => setImmediate(resolve));
    await write('dan');
    await streamCache.apply(store.log.slice(3));
    await release();
    await first;
    const second = streams.cached(holders, '1');
    await release();
    expect(await second).toEqual(['ann', 'bob', 'cid', 'dan']);
  });

  it('reads the store again if the subscription was replaced during a read', async () => {
    const { streams, streamCache, write, hold, release } = reading();
    streamCache.subscribed = true;
    await write('ann');
    hold();
    const first = streams.cached(holders, '1');
    await new Promise((resolve) => setImmediate(resolve));
    streamCache.subscribed = false;
    await write('bob');
    streamCache.subscribed = true;
    await release();
    expect(await first).toEqual(['ann']);
    const second = streams.cached(holders, '1');
    await release();
    expect(await second).toEqual(['ann', 'bob']);
  });

  it('reads the store every time for a category without a subscription', async () => {
    const { streams, streamCache, write } = reading();
    const { liveEvents: _, ...unsubscribed } = holders;
    streamCache.subscribed = true;
    await write('ann');
    expect(await streams.load(unsubscribed, '1')).toEqual(['ann']);
    await write('bob');
    expect(await streams.load(unsubscribed, '1')).toEqual(['ann', 'bob']);
  });

  it('includes what this process wrote', async () => {
    const { streams, streamCache, write, reads } = reading();
    streamCache.subscribed = true;
    await write('ann');
    const cachedState = await streamCache.reload(holders, 'emailClaim-1');
    streamCache.remember(holders, 'emailClaim-1', {
      ...cachedState,
      state: ['ann', 'bob'],
      revision: 1,
    });
    expect(await streams.cached(holders, '1')).toEqual(['ann', 'bob']);
    expect(reads()).toBe(1);
  });
});

describe('an optimistic decision on cached streams', () => {
  const waiverOf = async (read: ReadStream) => {
    const holderIds = await read(holders, '1');
    if (holderIds.length < 2) throw new DomainError('waiver_required', 'Please accept the waiver.');
    return holderIds.length;
  };

  it('reads nothing if it succeeds and repeats on fresh state if it is refused', async () => {
    const { streams, streamCache, write, store } = setUp();
    streamCache.subscribed = true;
    await write('ann');
    await streams.cached(holders, '1');
    // The subscription has not delivered the other process's event yet.
    await write('bob');
    const tries: boolean[] = [];
    const decide = (read: ReadStream, isFresh: boolean) => (tries.push(isFresh), waiverOf(read));
    expect(await streams.decideOptimistically(decide)).toBe(2);
    expect(await streams.decideOptimistically(decide)).toBe(2);
    expect(tries).toEqual([false, true, false]);
    expect(store.log).toHaveLength(2);
  });

  it('stays refused on fresh state and does not repeat after other errors', async () => {
    const { streams } = setUp();
    await expect(streams.decideOptimistically(waiverOf)).rejects.toMatchObject({
      code: 'waiver_required',
    });
    let tries = 0;
    const fail = async () => {
      tries++;
      throw new TypeError('a fault of the program');
    };
    await expect(streams.decideOptimistically(fail)).rejects.toBeInstanceOf(TypeError);
    expect(tries).toBe(1);
  });
});

describe('the stream cache', () => {
  it('limits the number of folded events', async () => {
    const { streamCache } = setUp();
    const folded = { ...(await streamCache.reload(holders, 'emailClaim-1')), revision: 999 };
    for (let stream = 0; stream < 100; stream++)
      streamCache.remember(holders, `emailClaim-${stream}`, folded);
    const cachedStreams = Array.from({ length: 100 }, (_, stream) =>
      streamCache.remembered(holders, `emailClaim-${stream}`),
    );
    expect(cachedStreams.filter(Boolean)).toHaveLength(59);
    expect(cachedStreams.at(-1)).toBe(folded);
  });
});
