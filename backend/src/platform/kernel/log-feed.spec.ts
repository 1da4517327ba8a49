import { describe, expect, it } from '@jest/globals';
import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';
import type { StoredPosition } from '../stores/log-identity.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { type FeedBatch, LogFeed, LogReplaced } from './log-feed.js';

type Subscription = {
  categories: readonly string[];
  next: number;
  fail(error: Error): void;
  wake(): void;
};

/** A log whose subscriptions can fail, with the interface of EventStore. */
const setUp = () => {
  const log: StoredEvent[] = [];
  const subscriptions = new Set<Subscription>();
  let opened = 0;
  let isDown = false;
  const failsOnceCaughtUp = new Set<string | null | 'end'>();
  async function* follow(
    categories: readonly string[],
    after: string | null | 'end',
    size: number,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    opened++;
    if (isDown) throw new StoreUnavailable('EventStoreDB');
    let failure: Error | undefined;
    const subscription: Subscription = {
      categories,
      next: after === 'end' ? log.length : Number(after ?? 0),
      fail: (error) => ((failure = error), subscription.wake()),
      wake: () => undefined,
    };
    subscriptions.add(subscription);
    signal.addEventListener('abort', () => subscription.wake());
    let isHistory = true;
    try {
      while (!signal.aborted) {
        if (!isHistory && failsOnceCaughtUp.delete(after)) throw new Error('lost');
        if (failure && subscription.next === log.length) throw failure;
        const page = log.slice(subscription.next, subscription.next + size);
        subscription.next += page.length;
        const events = page.filter(({ stream }) => categories.includes(stream.split('-')[0]!));
        const caughtUp = isHistory && subscription.next === log.length;
        if (caughtUp) isHistory = false;
        if (events.length > 0 || caughtUp) yield { events, caughtUp };
        else if (page.length === 0)
          await new Promise<void>((resolve) => (subscription.wake = resolve));
      }
    } finally {
      subscriptions.delete(subscription);
    }
  }
  const append = (...streams: string[]) => {
    for (const stream of streams)
      log.push({
        id: `event-${log.length + 1}`,
        stream,
        position: String(log.length + 1).padStart(20, '0'),
      } as StoredEvent);
    for (const { wake } of subscriptions) wake();
  };
  const sets = [{ categories: ['user', 'court'], definitions: {} }];
  const readLogEnd = () => Promise.resolve(log.at(-1)?.position ?? null);
  const readAt = (position: string) =>
    Promise.resolve(log.find((event) => event.position === position) ?? null);
  const feed = new LogFeed({ follow, readLogEnd, readAt } as unknown as EventStore, sets);
  const stop = new AbortController();
  const consume = (categories: readonly string[], after: StoredPosition | null = null) => {
    const seen: number[] = [];
    const batches: FeedBatch[] = [];
    const ended = (async () => {
      for await (const batch of feed.follow(categories, after, stop.signal)) {
        batches.push(batch);
        seen.push(...batch.events.map(({ position }) => Number(position)));
      }
    })();
    return { seen, batches, ended };
  };
  return {
    append,
    consume,
    subscriptions,
    opened: () => opened,
    failsOnceCaughtUp,
    setDown: (down: boolean) => void (isDown = down),
    stop: async () => {
      stop.abort();
      await feed.onApplicationShutdown();
    },
  };
};

const until = async (condition: () => boolean) => {
  const deadline = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('timed out');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('the log feed', () => {
  it('delivers history and new events once, in order, over one shared subscription', async () => {
    const { append, consume, subscriptions, stop } = setUp();
    append('user-1', 'court-1', 'user-2');
    const [users, courts] = [consume(['user']), consume(['court'])];
    await until(() => users.seen.length === 2 && courts.seen.length === 1);
    append('court-2', 'user-3');
    append('user-4');
    await until(() => users.seen.length === 4 && courts.seen.length === 2);
    expect(users.seen).toEqual([1, 3, 5, 6]);
    expect(courts.seen).toEqual([2, 4]);
    expect(subscriptions.size).toBe(1);
    await stop();
    await Promise.all([users.ended, courts.ended]);
  });

  it('reports its position to a consumer without events', async () => {
    const { append, consume, stop } = setUp();
    append('user-1');
    const { batches } = consume(['user']);
    await until(() => batches.length === 2);
    append('court-1', 'court-2');
    await until(() => batches.at(-1)!.reached?.position === '3'.padStart(20, '0'));
    expect(batches.at(-1)!.events).toEqual([]);
    await stop();
  });

  it('loses and repeats nothing when the shared subscription is lost', async () => {
    const { append, consume, subscriptions, opened, stop } = setUp();
    append('user-1');
    const users = consume(['user']);
    await until(() => users.seen.length === 1 && subscriptions.size === 1);
    const openedBefore = opened();
    // The event and the error arrive together, as they do when the store is killed.
    append('user-2');
    [...subscriptions][0]!.fail(new Error('lost'));
    await until(() => users.seen.length === 2);
    append('user-3');
    await until(() => users.seen.length === 3);
    expect(users.seen).toEqual([1, 2, 3]);
    expect(opened()).toBeGreaterThan(openedBefore);
    await stop();
  });

  it.each([
    ['is after the end of the log', { position: '9'.padStart(20, '0') }],
    ['is of another event', { position: '1'.padStart(20, '0'), eventId: 'event-9' }],
  ])('refuses a position that %s', async (_, after) => {
    const { append, consume, stop } = setUp();
    append('user-1');
    await expect(consume(['user'], after).ended).rejects.toThrow(LogReplaced);
    await stop();
  });

  it('lets a slow consumer read from the store the events that the feed no longer has', async () => {
    const { append, consume, stop } = setUp();
    append('user-1');
    const users = consume(['user']);
    await until(() => users.seen.length === 1);
    for (let batch = 0; batch < 10; batch++) append(...Array.from({ length: 500 }, () => 'user-2'));
    await until(() => users.seen.length === 5_001);
    expect(users.seen).toEqual(Array.from({ length: 5_001 }, (_, index) => index + 1));
    await stop();
  });

  it('continues after an outage that outlasts several attempts to subscribe', async () => {
    const { append, consume, subscriptions, opened, setDown, stop } = setUp();
    append('user-1');
    const users = consume(['user']);
    await until(() => users.seen.length === 1 && subscriptions.size === 1);
    setDown(true);
    const openedBefore = opened();
    [...subscriptions][0]!.fail(new Error('lost'));
    await until(() => opened() === openedBefore + 2);
    setDown(false);
    append('user-2');
    await until(() => users.seen.length === 2);
    await stop();
  });

  it('loses nothing when the shared subscription is lost as soon as it has caught up', async () => {
    const { append, consume, failsOnceCaughtUp, stop } = setUp();
    failsOnceCaughtUp.add('end');
    const users = consume(['user']);
    await until(() => users.batches.length === 1);
    append('user-1');
    await until(() => users.seen.length === 1);
    await stop();
  });
});
