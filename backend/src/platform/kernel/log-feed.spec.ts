import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { UnreliableLog, positionOf, until } from '../../../testing/unreliable-log.js';
import type { Config } from '../../config.js';
import type { StoredPosition } from '../stores/log-identity.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { categoryOf } from './events.js';
import { type FeedBatch, LogFeed, LogReplaced } from './log-feed.js';

const eventSets = [
  { categories: ['user'], definitions: {}, live: true },
  { categories: ['court'], definitions: {} },
];

const setUp = (ROLES: Config['ROLES'] = ['worker']) => {
  const log = new UnreliableLog();
  const feed = new LogFeed(log.asEventStore, eventSets, { ROLES });
  const stop = new AbortController();
  const consume = (
    categories: readonly string[],
    after: StoredPosition | null | 'end' = null,
    onBatch: (batch: FeedBatch) => Promise<void> = async () => undefined,
  ) => {
    const seen: number[] = [];
    const batches: FeedBatch[] = [];
    const ended = (async () => {
      for await (const batch of feed.follow(categories, after, stop.signal)) {
        await onBatch(batch);
        batches.push(batch);
        seen.push(...batch.events.map(({ position }) => Number(position)));
      }
    })();
    ended.catch(() => undefined);
    return { seen, batches, ended, isCurrent: () => batches.at(-1)?.isCurrent === true };
  };
  return {
    log,
    feed,
    consume,
    stop: async () => {
      stop.abort();
      await feed.onApplicationShutdown();
    },
  };
};

afterEach(() => void jest.restoreAllMocks());

describe('the log feed', () => {
  it('delivers history and new events once, in order, over one shared subscription', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1', 'court-1', 'user-2');
    const [users, courts] = [consume(['user']), consume(['court'])];
    await until(() => users.seen.length === 2 && courts.seen.length === 1);
    log.append('court-2', 'user-3');
    log.append('user-4');
    await until(() => users.seen.length === 4 && courts.seen.length === 2);
    expect(users.seen).toEqual([1, 3, 5, 6]);
    expect(courts.seen).toEqual([2, 4]);
    expect(log.subscriptions.size).toBe(1);
    await stop();
    await Promise.all([users.ended, courts.ended]);
  });

  it('delivers only new events to a consumer that starts at the end', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1', 'user-2');
    const users = consume(['user'], 'end');
    await until(users.isCurrent);
    log.append('user-3');
    await until(() => users.seen.length === 1);
    log.loseSubscriptions();
    log.append('user-4');
    await until(() => users.seen.length === 2);
    expect(users.seen).toEqual([3, 4]);
    await stop();
  });

  it('identifies the last event of the log for a consumer that starts without events', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1', 'court-1');
    const users = consume(['user']);
    const fromTheEnd = consume(['user'], 'end');
    await until(() => users.isCurrent() && fromTheEnd.isCurrent());
    const end = { position: positionOf(2), eventId: log.events[1]!.id };
    expect(users.batches.at(-1)!.reached).toEqual(end);
    expect(fromTheEnd.batches.at(-1)!.reached).toEqual(end);
    await stop();
  });

  it('reports its position to a consumer without events', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1');
    const { batches } = consume(['user']);
    await until(() => batches.length === 2);
    log.append('court-1', 'court-2');
    await until(() => batches.at(-1)!.reached?.position === positionOf(3));
    expect(batches.at(-1)!.events).toEqual([]);
    await stop();
  });

  it('loses and repeats nothing when the shared subscription is lost', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1');
    const users = consume(['user']);
    await until(users.isCurrent);
    const attempts = log.attempts;
    // The event and the error arrive together, as they do when the store is killed.
    log.append('user-2');
    log.loseSubscriptions();
    await until(() => users.seen.length === 2);
    log.append('user-3');
    await until(() => users.seen.length === 3);
    expect(users.seen).toEqual([1, 2, 3]);
    expect(log.attempts).toBeGreaterThan(attempts);
    await stop();
  });

  it('informs consumers immediately when they are no longer current', async () => {
    const { log, feed, consume, stop } = setUp();
    const users = consume(['user']);
    await until(users.isCurrent);
    expect(feed.isSubscribed).toBe(true);
    log.goDown();
    await until(() => !users.isCurrent());
    expect(feed.isSubscribed).toBe(false);
    log.isDown = false;
    log.append('user-1');
    await until(users.isCurrent);
    expect(users.batches.map(({ events, isCurrent }) => [events.length, isCurrent])).toEqual([
      [0, true],
      [0, false],
      [1, false],
      [0, true],
    ]);
    await stop();
  });

  it('continues after an outage that outlasts several attempts to subscribe', async () => {
    const { log, consume, stop } = setUp();
    const users = consume(['user']);
    await until(users.isCurrent);
    const attempts = log.attempts;
    log.goDown();
    await until(() => log.attempts === attempts + 2);
    log.isDown = false;
    log.append('user-1');
    await until(() => users.seen.length === 1);
    await stop();
  });

  it('continues if the store is lost while a consumer catches up', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1');
    const courts = consume(['court']);
    await until(courts.isCurrent);
    const users = consume(['user'], null, async () => {
      if (users.batches.length === 0) log.loseSubscriptions(new StoreUnavailable('EventStoreDB'));
    });
    await until(users.isCurrent);
    expect(users.seen).toEqual([1]);
    await stop();
  });

  it('loses nothing when the shared subscription is lost as soon as it has caught up', async () => {
    const { log, consume, stop } = setUp();
    log.failsOnceCaughtUp = true;
    const users = consume(['user']);
    await until(users.isCurrent);
    log.append('user-1');
    await until(() => users.seen.length === 1);
    await stop();
  });

  it.each([
    ['is after the end of the log', { position: positionOf(9) }],
    ['is of another event', { position: positionOf(1), eventId: 'event-9' }],
  ])('refuses a position that %s', async (_, after) => {
    const { log, consume, stop } = setUp();
    log.append('user-1');
    await expect(consume(['user'], after).ended).rejects.toThrow(LogReplaced);
    await stop();
  });

  it('detects that the log was replaced during an outage', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1', 'user-2');
    const users = consume(['user']);
    await until(users.isCurrent);
    log.goDown();
    log.events.pop();
    log.isDown = false;
    await expect(users.ended).rejects.toThrow(LogReplaced);
    await stop();
  });

  it('lets a slow consumer read from the store the events that the feed no longer has', async () => {
    const { log, consume, stop } = setUp();
    log.append('user-1');
    const unblocked = Promise.withResolvers<undefined>();
    const slow = consume(['user'], null, async ({ isCurrent }) => {
      if (isCurrent) await unblocked.promise;
    });
    const fast = consume(['user']);
    await until(fast.isCurrent);
    for (let batch = 0; batch < 20; batch++) {
      log.append(...Array.from({ length: 500 }, () => 'user-2'));
      await until(() => fast.seen.length === log.events.length);
    }
    expect(slow.seen).toEqual([1]);
    unblocked.resolve(undefined);
    await until(() => slow.seen.length === log.events.length);
    expect(slow.seen).toEqual(fast.seen);
    await stop();
  });

  it('delivers to the others when a consumer fails', async () => {
    const { log, consume, stop } = setUp();
    const failing = consume(['user'], null, async ({ events }) => {
      if (events.length > 0) throw new Error('failed');
    });
    const users = consume(['user']);
    await until(users.isCurrent);
    log.append('user-1');
    await expect(failing.ended).rejects.toThrow('failed');
    log.append('user-2');
    await until(() => users.seen.length === 2);
    await stop();
  });

  it('subscribes an API process only to the live categories', async () => {
    const { log, consume, stop } = setUp(['api']);
    const users = consume(['user']);
    await until(users.isCurrent);
    log.append('court-1', 'user-1');
    await until(() => users.seen.length === 1);
    await expect(consume(['court']).ended).rejects.toThrow('does not subscribe');
    await stop();
  });

  it.each([
    ['leaves the report of an outage to the store monitor', new StoreUnavailable('E'), []],
    [
      'reports other errors',
      new Error('denied'),
      ['Lost the subscription to the log; subscribing again: Error: denied'],
    ],
  ])('%s', async (_, error, warnings) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { log, consume, stop } = setUp();
    const users = consume(['user']);
    await until(users.isCurrent);
    const attempts = log.attempts;
    log.loseSubscriptions(error);
    await until(() => log.attempts > attempts);
    expect(warn.mock.calls.flat()).toEqual(warnings);
    await stop();
  });
});

type Step = 'append' | 'lose' | 'go down' | 'come back' | 'fail when caught up' | 'wait';

const histories = fc.array(
  fc.constantFrom<Step>(
    'append',
    'append',
    'append',
    'lose',
    'go down',
    'come back',
    'fail when caught up',
    'wait',
  ),
  { minLength: 10, maxLength: 40 },
);

/** Runs consumers through a history of faults, and returns what they saw and should have seen. */
const runHistory = async (steps: readonly Step[]) => {
  const { log, consume, feed, stop } = setUp();
  const slow = consume(['user', 'court'], null, () => new Promise((done) => setTimeout(done, 15)));
  const courts = consume(['court']);
  const restarting: number[] = [];
  const stopRestarting = new AbortController();
  /** Fails in every third batch, and continues from its last position. */
  const restarted = (async () => {
    let reached: StoredPosition | null = null;
    let batches = 0;
    while (!stopRestarting.signal.aborted)
      for await (const batch of feed.follow(['user'], reached, stopRestarting.signal)) {
        if (++batches % 3 === 0) break;
        restarting.push(...batch.events.map(({ position }) => Number(position)));
        reached = batch.reached;
      }
  })();
  const actions: Record<Step, () => void> = {
    append: () => log.append('user-1', 'court-1', 'user-2'),
    lose: () => log.loseSubscriptions(new StoreUnavailable('EventStoreDB')),
    'go down': () => log.goDown(),
    'come back': () => (log.isDown = false),
    'fail when caught up': () => (log.failsOnceCaughtUp = true),
    wait: () => undefined,
  };
  for (const step of steps) {
    actions[step]();
    if (step === 'wait' && !log.isDown) await until(courts.isCurrent);
    else await new Promise(setImmediate);
  }
  log.isDown = false;
  log.append('user-3', 'court-3');
  const expected = (...categories: string[]) =>
    log.events
      .filter(({ stream }) => categories.includes(categoryOf(stream)))
      .map(({ position }) => Number(position));
  await until(
    () =>
      slow.seen.at(-1) === log.events.length &&
      courts.seen.at(-1) === log.events.length &&
      restarting.at(-1) === log.events.length - 1,
  );
  stopRestarting.abort();
  await restarted;
  await stop();
  return [
    { seen: slow.seen, expected: expected('user', 'court') },
    { seen: courts.seen, expected: expected('court') },
    { seen: restarting, expected: expected('user') },
  ];
};

it('delivers each event once and in order, no matter what fails', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const results = await Promise.all(fc.sample(histories, 100).map(runHistory));
  for (const { seen, expected } of results.flat()) expect(seen).toEqual(expected);
});
