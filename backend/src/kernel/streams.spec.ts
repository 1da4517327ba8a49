import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../testing/in-memory-keys.js';
import type { Fold, Message } from './decider.js';

type Claimed = Message<'Claimed', { userId: string }>;

const holders: Fold<readonly string[], Claimed> = {
  category: 'emailClaim',
  initial: [],
  evolve: (held, { data }) => [...held, data.userId],
};

const setUp = () => {
  const reads: (() => void)[] = [];
  let held = false;
  const store = new InMemoryEventStore((moment) =>
    held && moment === 'read answered' ? new Promise<void>((resolve) => reads.push(resolve)) : Promise.resolve(),
  );
  const { codec, streams } = startProcess(store, new InMemoryKeys());
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
    const event = await codec.encode({ type: 'Claimed', data }, `event-${store.log.length}`, metadata);
    await store.append('emailClaim-1', store.log.length - 1, [event]);
  };
  return {
    store,
    streams,
    write,
    hold: () => (held = true),
    /** Lets the reads that wait have their answers, and those that follow. */
    release: async () => {
      await turn();
      const waiting = reads.splice(0);
      waiting.forEach((answer) => answer());
      await turn();
      return waiting.length;
    },
  };
};

describe('a stream as a folded state', () => {
  it('is its initial state where there is no stream', async () => {
    const { streams } = setUp();
    expect(await streams.refresh(holders, 'emailClaim-1')).toEqual({ state: [], revision: -1, done: new Map() });
  });

  it('reads only what is new', async () => {
    const { streams, write, store } = setUp();
    await write('ann');
    expect(await streams.load(holders, '1')).toEqual(['ann']);
    await write('bob');
    store.log.splice(0, 1);
    expect(await streams.load(holders, '1')).toEqual(['ann', 'bob']);
  });

  it('knows what each command did', async () => {
    const { streams, write } = setUp();
    await write('ann', 'command-1');
    await streams.load(holders, '1');
    await write('bob', 'command-1');
    await write('cid', 'command-2');
    const { done } = await streams.refresh(holders, 'emailClaim-1');
    expect([...done].map(([command, events]) => [command, events.map(({ revision }) => revision)])).toEqual([
      ['command-1', [0, 1]],
      ['command-2', [2]],
    ]);
  });

  it('is not set back by a memory that is older than what is known', async () => {
    const { streams, write } = setUp();
    await write('ann');
    const older = await streams.refresh(holders, 'emailClaim-1');
    await write('bob');
    const newer = await streams.refresh(holders, 'emailClaim-1');
    streams.remember(holders, 'emailClaim-1', older);
    expect(streams.remembered(holders, 'emailClaim-1')).toEqual(newer);
  });

  it('is read from its start again once forgotten', async () => {
    const { streams, write } = setUp();
    await write('ann');
    await streams.load(holders, '1');
    streams.forget(holders, 'emailClaim-1');
    expect(streams.remembered(holders, 'emailClaim-1')).toBeUndefined();
    expect(await streams.load(holders, '1')).toEqual(['ann']);
  });

  it('is not read past an event that cannot be read', async () => {
    const { streams, write, store } = setUp();
    await write('ann');
    store.log[0] = { ...store.log[0]!, type: 'Burnt' };
    await expect(streams.load(holders, '1')).rejects.toThrow('unknown event type Burnt');
    await expect(streams.load(holders, '1')).rejects.toThrow('unknown event type Burnt');
  });
});

describe('many who ask for one stream at a time', () => {
  it('share a read that begins after they asked, and so sees all that was stored before', async () => {
    const { streams, write, hold, release } = setUp();
    await write('ann');
    hold();
    const first = streams.load(holders, '1');
    await new Promise((resolve) => setImmediate(resolve));
    await write('bob');
    const others = [1, 2, 3].map(() => streams.load(holders, '1'));
    expect(await release()).toBe(1);
    expect(await release()).toBe(1);
    expect(await first).toEqual(['ann']);
    expect(await Promise.all(others)).toEqual([
      ['ann', 'bob'],
      ['ann', 'bob'],
      ['ann', 'bob'],
    ]);
    expect(await release()).toBe(0);
  });

  it('are not held up by a read that fails', async () => {
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
