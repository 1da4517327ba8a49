import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { robin } from '../testing/render';
import { meQuery, signedInAs } from './session';
import { followChanges, touches } from './stream';

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  say(type: string, data: unknown = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

describe('a change told by the server', () => {
  const change = { readModel: 'courtDays', ids: ['abc_2027-03-13'] };

  it('touches a query that shows its read model, or that very document', () => {
    expect(touches(change, ['bookings', 'courtDays'])).toBe(true);
    expect(touches(change, ['courtDays:abc_2027-03-13'])).toBe(true);
  });

  it('leaves other queries alone', () => {
    expect(touches(change, ['courtDays:abc_2027-03-14'])).toBe(false);
    expect(touches(change, ['courts'])).toBe(false);
    expect(touches(change)).toBe(false);
  });

  it('touches every document when too many changed to name them', () => {
    expect(touches({ readModel: 'courtDays', ids: ['*'] }, ['courtDays:abc_2027-03-13'])).toBe(true);
  });
});

describe('following the stream', () => {
  let client: QueryClient;
  let stop: () => void;
  let leave: () => void;
  let asked: Record<string, number>;

  /** Puts a query on screen. */
  const show = (name: string, live?: readonly string[]) => {
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => (asked[name] = (asked[name] ?? 0) + 1),
      staleTime: Infinity,
      ...(live && { meta: { live } }),
    });
    const unsubscribe = observer.subscribe(() => undefined);
    const before = leave;
    leave = () => {
      unsubscribe();
      before();
    };
    return jest.advanceTimersByTimeAsync(10);
  };
  const stream = () => FakeEventSource.opened.at(-1)!;

  beforeEach(() => {
    jest.useFakeTimers();
    FakeEventSource.opened = [];
    Object.assign(globalThis, { EventSource: FakeEventSource });
    client = new QueryClient();
    asked = {};
    leave = () => undefined;
    stop = followChanges(client);
  });
  afterEach(() => {
    leave();
    stop();
    client.clear();
    jest.useRealTimers();
  });

  it('opens with the first query that shows something live', async () => {
    await show('texts');
    expect(FakeEventSource.opened).toHaveLength(0);
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/stream']);
  });

  it('asks again for what has changed, and only for that', async () => {
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(10);
    expect(asked).toEqual({ bookings: 2, courts: 1 });
  });

  it('asks again for everything live after a gap', async () => {
    await show('bookings', ['bookings']);
    await show('texts');
    stream().say('open');
    stream().dispatchEvent(new Event('error'));
    stream().say('open');
    await jest.advanceTimersByTimeAsync(10);
    expect(asked).toEqual({ bookings: 2, texts: 1 });
  });

  it('takes a long silence for a dead connection', async () => {
    await show('bookings', ['bookings']);
    await jest.advanceTimersByTimeAsync(49_000);
    stream().say('heartbeat');
    await jest.advanceTimersByTimeAsync(49_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(FakeEventSource.opened[0]!.readyState).toBe(FakeEventSource.CLOSED);
  });

  it('closes a while after the page was hidden, whatever is heard, and opens when it is seen again', async () => {
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    await show('bookings', ['bookings']);
    hide(true);
    for (let beat = 0; beat < 3; beat += 1) {
      await jest.advanceTimersByTimeAsync(20_000);
      stream().say('heartbeat');
    }
    expect(stream().readyState).toBe(FakeEventSource.CLOSED);
    hide(false);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(stream().readyState).toBe(1);
  });

  it('opens anew for another person, not for learning who it is', async () => {
    await show('bookings', ['bookings']);
    client.setQueryData(meQuery.queryKey, null);
    expect(FakeEventSource.opened).toHaveLength(1);
    signedInAs(client, robin);
    expect(FakeEventSource.opened).toHaveLength(2);
  });
});
