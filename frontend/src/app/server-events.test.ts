import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { robin } from '../testing/render';
import { meQuery, handleSignedIn } from '../resources/session/session';
import { subscribeToServerEvents, matchesChange } from './server-events';

class FakeEventSource extends EventTarget {
  static readonly OPEN = 1;
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
    expect(matchesChange(change, ['bookings', 'courtDays'])).toBe(true);
    expect(matchesChange(change, ['courtDays:abc_2027-03-13'])).toBe(true);
  });

  it('leaves other queries alone', () => {
    expect(matchesChange(change, ['courtDays:abc_2027-03-14'])).toBe(false);
    expect(matchesChange(change, ['courts'])).toBe(false);
    expect(matchesChange(change)).toBe(false);
  });

  it('touches every document when too many changed to name them', () => {
    expect(
      matchesChange({ readModel: 'courtDays', ids: ['*'] }, ['courtDays:abc_2027-03-13']),
    ).toBe(true);
  });
});

describe('following the stream', () => {
  let client: QueryClient;
  let stop: () => void;
  let leave: () => void;
  let asked: Record<string, number>;

  /** Puts a query on screen. */
  const show = (
    name: string,
    live?: readonly string[],
    answer: () => unknown = () => asked[name],
  ) => {
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        asked[name] = (asked[name] ?? 0) + 1;
        return answer();
      },
      staleTime: Infinity,
      retry: false,
      ...(live && { meta: { live } }),
    });
    const unsubscribe = observer.subscribe(() => undefined);
    const before = leave;
    leave = () => {
      unsubscribe();
      before();
    };
    return jest.advanceTimersByTimeAsync(110);
  };
  const stream = () => FakeEventSource.opened.at(-1)!;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    FakeEventSource.opened = [];
    Object.assign(globalThis, { EventSource: FakeEventSource });
    client = new QueryClient();
    asked = {};
    leave = () => undefined;
    stop = subscribeToServerEvents(client);
  });
  afterEach(() => {
    leave();
    stop();
    client.clear();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('opens with the first query that shows something live, and names what is on screen', async () => {
    await show('texts');
    expect(FakeEventSource.opened).toHaveLength(0);
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
      '/api/stream?topics=bookings',
      '/api/stream?topics=bookings%2Ccourts',
    ]);
  });

  it('asks again for what has changed, and only for that', async () => {
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2, courts: 1 });
  });

  it('asks again for everything live after a gap', async () => {
    await show('bookings', ['bookings']);
    await show('texts');
    stream().dispatchEvent(new Event('error'));
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2, texts: 1 });
  });

  it('asks again for what was answered before it could hear of changes', async () => {
    await show('bookings', ['bookings']);
    await show('texts');
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2, texts: 1 });
  });

  it('leaves what was refused before it could hear of changes', async () => {
    await show('nowhere', ['courts:nowhere'], () =>
      Promise.reject(new Error('There is no such court.')),
    );
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(client.getQueryState(['nowhere'])).toMatchObject({
      status: 'error',
      errorUpdateCount: 1,
    });
    stream().say('change', { readModel: 'courts', ids: ['nowhere'] });
    await jest.advanceTimersByTimeAsync(200);
    expect(client.getQueryState(['nowhere'])).toMatchObject({ errorUpdateCount: 2 });
  });

  it('leaves what was on its way then and is refused', async () => {
    let refuse: (error: Error) => void = () => undefined;
    await show('nowhere', ['courts:nowhere'], () => new Promise((_, reject) => (refuse = reject)));
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    refuse(new Error('There is no such court.'));
    await jest.advanceTimersByTimeAsync(400);
    expect(client.getQueryState(['nowhere'])).toMatchObject({
      status: 'error',
      errorUpdateCount: 1,
    });
    expect(asked).toEqual({ nowhere: 1 });
  });

  it('asks again for what was refused where it changed while it was on its way', async () => {
    let refuse: (error: Error) => void = () => undefined;
    await show('new', ['courts:new'], () => new Promise((_, reject) => (refuse = reject)));
    stream().say('open');
    stream().say('change', { readModel: 'courts', ids: ['new'] });
    await jest.advanceTimersByTimeAsync(200);
    refuse(new Error('There is no such court.'));
    await jest.advanceTimersByTimeAsync(400);
    expect(asked).toEqual({ new: 2 });
  });

  it('listens without a gap while it begins to hear of more', async () => {
    await show('bookings', ['bookings']);
    const first = stream();
    await show('courts', ['courts']);
    expect(stream()).not.toBe(first);
    expect(first.readyState).toBe(FakeEventSource.OPEN);
    first.say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(asked['bookings']).toBe(2);
    stream().say('open');
    expect(first.readyState).toBe(FakeEventSource.CLOSED);
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2, courts: 2 });
  });

  it('takes a rush of changes together', async () => {
    await show('bookings', ['bookings']);
    for (let change = 0; change < 50; change += 1)
      stream().say('change', { readModel: 'bookings', ids: [`b${change}`], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2 });
  });

  it('asks once more, and cancels nothing, for a change that comes while the answer is on its way', async () => {
    let answer: (value: number) => void = () => undefined;
    const signals: AbortSignal[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['slow'],
      queryFn: ({ signal }) => {
        signals.push(signal);
        return new Promise<number>((resolve) => (answer = resolve));
      },
      staleTime: Infinity,
      retry: false,
      meta: { live: ['bookings'] },
    });
    const unsubscribe = observer.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(10);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(signals).toHaveLength(1);
    answer(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    unsubscribe();
  });

  it('leaves an optimistic change alone until the server has answered it', async () => {
    await show('bookings', ['bookings']);
    let answer: () => void = () => undefined;
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise<void>((resolve) => (answer = resolve)) });
    const done = mutation.execute(undefined);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual({ bookings: 1 });
    answer();
    await done;
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toEqual({ bookings: 2 });
  });

  it('waits longer after each refusal, up to a minute', async () => {
    await show('bookings', ['bookings']);
    const refuse = () => {
      stream().close();
      stream().dispatchEvent(new Event('error'));
    };
    // Half of 3, 6, 12, 24, 48, 60 and 60 seconds, since chance is held at nothing.
    for (const [count, wait] of [1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000].entries()) {
      refuse();
      await jest.advanceTimersByTimeAsync(wait - 1);
      expect(FakeEventSource.opened).toHaveLength(count + 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(FakeEventSource.opened).toHaveLength(count + 2);
    }
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
    handleSignedIn(client, robin);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  describe('beside other tabs', () => {
    /** Which locks of the browser are held, by whichever tab. */
    let held: Set<string>;
    const request = async (
      name: string,
      _: unknown,
      work: (lock: unknown) => Promise<void> | void,
    ) => {
      if (held.has(name)) return work(null);
      held.add(name);
      await work({ name });
      held.delete(name);
    };
    const places = [0, 1, 2, 3].map((place) => `courtly-stream-${place}`);
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    beforeEach(() => {
      held = new Set();
      Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
      stop();
      stop = subscribeToServerEvents(client);
    });
    afterEach(() => {
      stop();
      Reflect.deleteProperty(navigator, 'locks');
    });

    it('tries again where the browser refuses to tell which places are held', async () => {
      const refuse = jest.fn(() =>
        Promise.reject(new DOMException('The page is being left', 'InvalidStateError')),
      );
      Object.defineProperty(navigator, 'locks', { value: { request: refuse }, configurable: true });
      await show('bookings', ['bookings']);
      expect(refuse).toHaveBeenCalled();
      expect(FakeEventSource.opened).toHaveLength(0);
      Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
      await jest.advanceTimersByTimeAsync(10_000);
      expect(FakeEventSource.opened).toHaveLength(1);
    });

    it('holds one of four places, until the page was hidden for a while', async () => {
      held = new Set(places.slice(0, 3));
      await show('bookings', ['bookings']);
      expect(FakeEventSource.opened).toHaveLength(1);
      expect([...held]).toEqual(places);
      hide(true);
      await jest.advanceTimersByTimeAsync(60_000);
      expect([...held]).toEqual(places.slice(0, 3));
      hide(false);
      await jest.advanceTimersByTimeAsync(0);
      expect(FakeEventSource.opened).toHaveLength(2);
    });

    it('asks for everything live from time to time where all are taken, and opens once one is free', async () => {
      held = new Set(places);
      await show('bookings', ['bookings']);
      await show('texts');
      await jest.advanceTimersByTimeAsync(10_500);
      expect(asked).toEqual({ bookings: 2, texts: 1 });
      hide(true);
      await jest.advanceTimersByTimeAsync(30_000);
      expect(asked['bookings']).toBe(2);
      hide(false);
      await jest.advanceTimersByTimeAsync(500);
      expect(asked['bookings']).toBe(3);
      expect(FakeEventSource.opened).toHaveLength(0);
      held.delete(places[2]!);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(FakeEventSource.opened).toHaveLength(1);
    });
  });
});
