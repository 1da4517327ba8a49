import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import type { Config } from '../../config.js';
import { CommandLimitGuard } from './command-limit.guard.js';
import { ROUTE_METADATA } from './route-of.js';

const handler = () => undefined;
Reflect.defineMetadata(ROUTE_METADATA, { method: 'POST', access: 'member' }, handler);

const changeBy = (id: string) =>
  ({
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => ({ user: { id } }) }),
  }) as unknown as ExecutionContext;

const guard = () => new CommandLimitGuard({ policy: { commandsPerMinute: 2 } } as Config);

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2027-03-01T10:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

describe('a user who sends more changes than a minute allows', () => {
  /** Sends requests concurrently and returns a function that counts the rejected ones. */
  const send = (limit: CommandLimitGuard, times: number) => {
    let refused = 0;
    for (let n = 0; n < times; n++) void limit.canActivate(changeBy('busy')).catch(() => refused++);
    return () => refused;
  };

  it('receives rejections at a limited rate', async () => {
    const refused = send(guard(), 2 + 30);
    await jest.advanceTimersByTimeAsync(10);
    expect(refused()).toBe(10);
    await jest.advanceTimersByTimeAsync(50);
    expect(refused()).toBe(20);
    await jest.advanceTimersByTimeAsync(50);
    expect(refused()).toBe(30);
  });

  it('receives an immediate rejection if a thousand others wait', async () => {
    const refused = send(guard(), 2 + 10 + 1_000 + 5);
    await jest.advanceTimersByTimeAsync(0);
    expect(refused()).toBe(10 + 5);
  });

  it('does not delay other users', async () => {
    const limit = guard();
    send(limit, 500);
    await expect(limit.canActivate(changeBy('calm'))).resolves.toBe(true);
  });

  it('can continue after the minute', async () => {
    const limit = guard();
    send(limit, 3);
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(limit.canActivate(changeBy('busy'))).resolves.toBe(true);
  });
});
