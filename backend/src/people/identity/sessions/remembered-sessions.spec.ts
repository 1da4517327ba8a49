import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import session, { type SessionData } from 'express-session';
import { BehaviorSubject, Subject } from 'rxjs';
import { RememberedSessions } from './remembered-sessions.js';

const data = (id: string) =>
  ({ cookie: { originalMaxAge: 1 }, user: { id } }) as unknown as SessionData;

const start = () => {
  const stored = new Map([['s1', data('ann')]]);
  const reads: string[] = [];
  let hold: Promise<void> = Promise.resolve();
  class Stored extends session.Store {
    override get(id: string, callback: (failure: unknown, data?: SessionData | null) => void) {
      reads.push(id);
      const response = stored.get(id) ?? null;
      void hold.then(() => callback(null, response));
    }
    override set(id: string, newData: SessionData, callback?: () => void) {
      stored.set(id, newData);
      callback?.();
    }
    override destroy(id: string, callback?: () => void) {
      stored.delete(id);
      callback?.();
    }
  }
  const endedSessions = new Subject<string>();
  const listening = new BehaviorSubject(true);
  const announced: string[] = [];
  const announce = async (id: string) => void announced.push(id);
  const sessions = new RememberedSessions(new Stored(), {
    ended: endedSessions,
    listening,
    announce,
  });
  const get = () =>
    new Promise<SessionData | null | undefined>((resolve) =>
      sessions.get('s1', (_, sessionData) => resolve(sessionData)),
    );
  return {
    sessions,
    stored,
    reads,
    ended: endedSessions,
    listening,
    announced,
    get,
    holdUntil: (until: Promise<void>) => (hold = until),
  };
};

/**
 * The cache keeps the clock that existed when it was loaded, so move that clock together with the
 * timers.
 */
let now = 1_000;
const pass = (ms: number) => {
  now += ms;
  jest.advanceTimersByTime(ms);
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a cached session', () => {
  it('is read from the store once for many requests, each of which gets its own copy', async () => {
    const { get, reads } = start();
    const first = await get();
    Object.assign(first!, { spoilt: true });
    expect(await get()).toEqual(data('ann'));
    expect(reads).toEqual(['s1']);
  });

  it('is read from the store again after five seconds', async () => {
    const { get, reads } = start();
    await get();
    pass(5_001);
    await get();
    expect(reads).toEqual(['s1', 's1']);
  });

  it('disappears immediately when it ends in another process', async () => {
    const { get, stored, ended: endedSessions } = start();
    await get();
    stored.delete('s1');
    endedSessions.next('s1');
    expect(await get()).toBeNull();
  });

  it('stays out of the cache if it ends while it is being read', async () => {
    const { get, stored, ended: endedSessions, holdUntil } = start();
    let respond: () => void = () => undefined;
    holdUntil(new Promise((resolve) => (respond = resolve)));
    const reading = get();
    stored.delete('s1');
    endedSessions.next('s1');
    respond();
    expect(await reading).toEqual(data('ann'));
    expect(await get()).toBeNull();
  });

  it('announces its end to all processes, and is read again after a change', async () => {
    const { sessions, get, announced } = start();
    await get();
    sessions.set('s1', data('bob'));
    expect(await get()).toEqual(data('bob'));
    await new Promise<void>((resolve) => sessions.destroy('s1', () => resolve()));
    expect(announced).toEqual(['s1']);
    expect(await get()).toBeNull();
  });

  it('is read from the store every time while announcements cannot arrive', async () => {
    const { get, reads, listening } = start();
    await get();
    listening.next(false);
    await get();
    await get();
    expect(reads).toHaveLength(3);
    listening.next(true);
    await get();
    await get();
    expect(reads).toHaveLength(4);
  });
});
