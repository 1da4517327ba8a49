import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

const busy = expect.objectContaining({ code: 'too_busy' });
const bounds = { atOnce: 2, waiting: 3, waitMs: 1_000 };

/** Records the order in which work starts. */
const watch = (limiter: ConcurrencyLimiter) => {
  const startedNames: string[] = [];
  const endCallbacks: (() => void)[] = [];
  return {
    startedNames,
    endCallbacks,
    acquire: (key: string, name = key) =>
      limiter.acquire(key).then((end) => {
        startedNames.push(name);
        endCallbacks.push(end);
      }),
  };
};
const settled = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('limited work', () => {
  it('starts immediately while there is room and waits otherwise', async () => {
    const { startedNames, endCallbacks, acquire } = watch(new ConcurrencyLimiter(bounds));
    void acquire('a', '1');
    void acquire('a', '2');
    void acquire('a', '3');
    await settled();
    expect(startedNames).toEqual(['1', '2']);
    endCallbacks[0]!();
    await settled();
    expect(startedNames).toEqual(['1', '2', '3']);
  });

  it('starts round-robin by key, no matter how much work one key requests', async () => {
    const { startedNames, endCallbacks, acquire } = watch(
      new ConcurrencyLimiter({ ...bounds, atOnce: 1 }),
    );
    void acquire('greedy', 'g1');
    void acquire('greedy', 'g2');
    void acquire('greedy', 'g3');
    void acquire('modest', 'm');
    for (let round = 0; round < 3; round++) {
      await settled();
      endCallbacks[round]!();
    }
    await settled();
    expect(startedNames).toEqual(['g1', 'g2', 'm', 'g3']);
  });

  it('respects the limit per key without delaying other keys', async () => {
    const { startedNames, endCallbacks, acquire } = watch(
      new ConcurrencyLimiter({ ...bounds, perKey: 1 }),
    );
    void acquire('a', 'a1');
    void acquire('a', 'a2');
    void acquire('b', 'b1');
    await settled();
    expect(startedNames).toEqual(['a1', 'b1']);
    endCallbacks[1]!();
    await settled();
    expect(startedNames).toEqual(['a1', 'b1']);
    endCallbacks[0]!();
    await settled();
    expect(startedNames).toEqual(['a1', 'b1', 'a2']);
  });

  it('leaves room for other keys to wait, no matter how much work of one key waits', async () => {
    const limiter = new ConcurrencyLimiter({ ...bounds, waitingPerKey: 1 });
    const end = await limiter.acquire('greedy');
    await limiter.acquire('greedy');
    const waiting = limiter.acquire('greedy');
    await expect(limiter.acquire('greedy')).rejects.toEqual(busy);
    const modest = limiter.acquire('modest');
    end();
    (await waiting)();
    expect(await modest).toEqual(expect.any(Function));
  });

  it('is rejected if too much work waits or the wait is too long', async () => {
    const limiter = new ConcurrencyLimiter(bounds);
    const end = await limiter.acquire('a');
    await limiter.acquire('a');
    const waiting = [limiter.acquire('a'), limiter.acquire('b'), limiter.acquire('c')].map(
      (acquisition) => acquisition.catch((error) => error),
    );
    await expect(limiter.acquire('d')).rejects.toEqual(busy);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(waiting)).toEqual([busy, busy, busy]);
    end();
    expect(await limiter.acquire('e')).toEqual(expect.any(Function));
  });

  it('releases its place only once', async () => {
    const { startedNames, acquire } = watch(new ConcurrencyLimiter({ ...bounds, atOnce: 1 }));
    const limiter = new ConcurrencyLimiter({ ...bounds, atOnce: 1 });
    const end = await limiter.acquire('a');
    end();
    end();
    await limiter.acquire('a');
    const second = limiter.acquire('a').catch((error) => error);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await second).toEqual(busy);
    await acquire('a');
    expect(startedNames).toEqual(['a']);
  });
});
