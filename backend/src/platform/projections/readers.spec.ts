import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RedisClient } from '../stores/redis.js';
import { Readers } from './readers.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** An API process and a projector that share a Redis. */
const setUp = () => {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 });
  const publish = jest.fn(async (channel: string, message: string) =>
    Number(subscriber.emit('message', channel, message)),
  );
  const redis = { keyPrefix: 'test', commands: { publish }, subscriber } as unknown as RedisClient;
  const projector = new Readers(redis, { ROLES: ['projector'] });
  projector.onApplicationBootstrap();
  const api = new Readers(redis, { ROLES: ['api'] });
  api.onApplicationBootstrap();
  return { api, projector, publish, subscriber };
};
const { signal } = new AbortController();

describe('a projector that gathers events', () => {
  it('stops as soon as another process announces a reader', async () => {
    const { api, projector } = setUp();
    const waiting = projector.waitForAny(60_000, signal);
    api.announce();
    await waiting;
    expect(projector.areWaiting).toBe(true);
  });

  it('does not start while there are readers, and starts again two seconds later', async () => {
    const { api, projector } = setUp();
    api.announce();
    await projector.waitForAny(60_000, signal);
    jest.advanceTimersByTime(2_000);
    const stopping = new AbortController();
    const waiting = projector.waitForAny(60_000, stopping.signal);
    stopping.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });

  it('ignores other messages', () => {
    const { projector, subscriber } = setUp();
    subscriber.emit('message', 'test:updates', '[]');
    expect(projector.areWaiting).toBe(false);
  });

  it('ends when the process stops', async () => {
    const { projector } = setUp();
    const stopping = new AbortController();
    const waiting = projector.waitForAny(60_000, stopping.signal);
    stopping.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});

it('announces readers at most twice a second', () => {
  const { api, publish } = setUp();
  for (let read = 0; read < 100; read++) api.announce();
  expect(publish).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(500);
  api.announce();
  expect(publish).toHaveBeenCalledTimes(2);
});
