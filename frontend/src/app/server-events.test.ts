import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { robin } from '../testing/render';
import { flaggedMatchesQuery } from '../resources/admin/admin-queries';
import { courtQuery } from '../resources/court/court-queries';
import { SIGNED_IN_AGAIN, handleSignedIn, meQuery } from '../resources/session/session';
import { boundTopics, subscribeToServerEvents, matchesChange } from './server-events';

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

describe('matchesChange', () => {
  const change = { readModel: 'courtDays', ids: ['abc_2027-03-13'] };

  it('matches queries of the read model or of the changed document', () => {
    expect(matchesChange(change, ['bookings', 'courtDays'])).toBe(true);
    expect(matchesChange(change, ['courtDays:abc_2027-03-13'])).toBe(true);
  });

  it('ignores queries of other documents and read models', () => {
    expect(matchesChange(change, ['courtDays:abc_2027-03-14'])).toBe(false);
    expect(matchesChange(change, ['courts'])).toBe(false);
    expect(matchesChange(change)).toBe(false);
  });

  it("matches a court when the viewer's email is verified, which may give them access", () => {
    const { meta } = courtQuery('abc');
    expect(matchesChange({ readModel: 'people', ids: [robin.id] }, meta?.live)).toBe(true);
  });

  it("matches a flagged player's matches when new ratings leave out a voided one", () => {
    const { meta } = flaggedMatchesQuery('u4', 'tennis');
    expect(matchesChange({ readModel: 'rankings', ids: ['*'] }, meta?.live)).toBe(true);
  });

  it('matches every document if the change lists no IDs', () => {
    expect(
      matchesChange({ readModel: 'courtDays', ids: ['*'] }, ['courtDays:abc_2027-03-13']),
    ).toBe(true);
  });
});

describe('boundTopics', () => {
  const documents = (count: number) =>
    Array.from({ length: count }, (_, index) => `payouts:b${index}`);

  it('names up to 20 documents of a read model, and otherwise all of it', () => {
    expect([...boundTopics([...documents(20), 'people'])]).toEqual([...documents(20), 'people']);
    expect([...boundTopics([...documents(21), 'people'])]).toEqual(['payouts', 'people']);
  });

  it('names no document if all of the read model is needed', () => {
    expect([...boundTopics(['courts:c1', 'courts'])]).toEqual(['courts']);
  });
});

describe('subscribeToServerEvents', () => {
  let queryClient: QueryClient;
  let stop: () => void;
  let leave: () => void;
  let subscriptionCounts: Record<string, number>;

  /** Mounts an observer of the query. */
  const show = (
    name: string,
    live?: readonly string[],
    respond: () => unknown = () => subscriptionCounts[name],
  ) => {
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: () => {
        subscriptionCounts[name] = (subscriptionCounts[name] ?? 0) + 1;
        return respond();
      },
      staleTime: Infinity,
      retry: false,
      ...(live && { meta: { live } }),
    });
    const unsubscribe = observer.subscribe(() => undefined);
    const leaveFirst = leave;
    leave = () => {
      unsubscribe();
      leaveFirst();
    };
    return jest.advanceTimersByTimeAsync(110);
  };
  const stream = () => FakeEventSource.opened.at(-1)!;
  const failStream = () => {
    stream().close();
    stream().dispatchEvent(new Event('error'));
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    FakeEventSource.opened = [];
    Object.assign(globalThis, { EventSource: FakeEventSource, reportError: jest.fn() });
    globalThis.fetch = async () => new Response(null, { status: 503 });
    queryClient = new QueryClient();
    subscriptionCounts = {};
    leave = () => undefined;
    stop = subscribeToServerEvents(queryClient);
  });
  afterEach(() => {
    leave();
    stop();
    queryClient.clear();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('opens the stream with the first live query and subscribes to the topics on screen', async () => {
    await show('texts');
    expect(FakeEventSource.opened).toHaveLength(0);
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
      '/api/stream?topics=bookings',
      '/api/stream?topics=bookings%2Ccourts',
    ]);
  });

  it('refetches only the changed queries', async () => {
    await show('bookings', ['bookings']);
    await show('courts', ['courts']);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2, courts: 1 });
  });

  it('refetches all live queries after a connection gap', async () => {
    await show('bookings', ['bookings']);
    await show('texts');
    stream().dispatchEvent(new Event('error'));
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2, texts: 1 });
  });

  it('refetches data that arrived before the stream opened', async () => {
    await show('bookings', ['bookings']);
    await show('texts');
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2, texts: 1 });
  });

  it('keeps an error that arrived before the stream opened until its data changes', async () => {
    await show('nowhere', ['courts:nowhere'], () =>
      Promise.reject(new Error('There is no such court.')),
    );
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    expect(queryClient.getQueryState(['nowhere'])).toMatchObject({
      status: 'error',
      errorUpdateCount: 1,
    });
    stream().say('change', { readModel: 'courts', ids: ['nowhere'] });
    await jest.advanceTimersByTimeAsync(200);
    expect(queryClient.getQueryState(['nowhere'])).toMatchObject({ errorUpdateCount: 2 });
  });

  it('keeps the error of a request that was pending when the stream opened', async () => {
    let refuse: (error: Error) => void = () => undefined;
    await show('nowhere', ['courts:nowhere'], () => new Promise((_, reject) => (refuse = reject)));
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    refuse(new Error('There is no such court.'));
    await jest.advanceTimersByTimeAsync(400);
    expect(queryClient.getQueryState(['nowhere'])).toMatchObject({
      status: 'error',
      errorUpdateCount: 1,
    });
    expect(subscriptionCounts).toEqual({ nowhere: 1 });
  });

  it('retries a failed request if its data changed while it was pending', async () => {
    let refuse: (error: Error) => void = () => undefined;
    await show('new', ['courts:new'], () => new Promise((_, reject) => (refuse = reject)));
    stream().say('open');
    stream().say('change', { readModel: 'courts', ids: ['new'] });
    await jest.advanceTimersByTimeAsync(200);
    refuse(new Error('There is no such court.'));
    await jest.advanceTimersByTimeAsync(400);
    expect(subscriptionCounts).toEqual({ new: 2 });
  });

  it('keeps the old stream open until a new one with more topics is open', async () => {
    await show('bookings', ['bookings']);
    const first = stream();
    await show('courts', ['courts']);
    expect(stream()).not.toBe(first);
    expect(first.readyState).toBe(FakeEventSource.OPEN);
    first.say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts['bookings']).toBe(2);
    stream().say('open');
    expect(first.readyState).toBe(FakeEventSource.CLOSED);
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2, courts: 2 });
  });

  it('batches a burst of changes', async () => {
    await show('bookings', ['bookings']);
    for (let change = 0; change < 50; change += 1)
      stream().say('change', { readModel: 'bookings', ids: [`b${change}`], position: '7' });
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2 });
  });

  it('refetches after a pending request instead of canceling it', async () => {
    let respond: (value: number) => void = () => undefined;
    const signals: AbortSignal[] = [];
    const observer = new QueryObserver(queryClient, {
      queryKey: ['slow'],
      queryFn: ({ signal }) => {
        signals.push(signal);
        return new Promise<number>((resolve) => (respond = resolve));
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
    respond(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    unsubscribe();
  });

  it('delays refetching while a mutation is pending', async () => {
    await show('bookings', ['bookings']);
    let respond: () => void = () => undefined;
    const mutation = queryClient.getMutationCache().build(queryClient, {
      mutationFn: () => new Promise<void>((resolve) => (respond = resolve)),
    });
    const mutationDone = mutation.execute(undefined);
    stream().say('change', { readModel: 'bookings', ids: ['b1'], position: '7' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(subscriptionCounts).toEqual({ bookings: 1 });
    respond();
    await mutationDone;
    await jest.advanceTimersByTimeAsync(200);
    expect(subscriptionCounts).toEqual({ bookings: 2 });
  });

  it('backs off after each failed connection, up to a minute', async () => {
    const fetchStream = jest.fn(async () => new Response(null, { status: 503 }));
    globalThis.fetch = fetchStream;
    await show('bookings', ['bookings']);
    // Half of 3, 6, 12, 24, 48, 60 and 60 seconds, since Math.random returns 0.
    for (const [count, wait] of [1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000].entries()) {
      failStream();
      await jest.advanceTimersByTimeAsync(wait - 1);
      expect(FakeEventSource.opened).toHaveLength(count + 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(FakeEventSource.opened).toHaveLength(count + 2);
    }
    // The second and the seventh failure.
    expect(fetchStream).toHaveBeenCalledTimes(2);
  });

  it('reports a refused stream, polls, and opens the next stream for other topics', async () => {
    globalThis.fetch = async () => new Response(null, { status: 400 });
    await show('bookings', ['bookings']);
    failStream();
    await jest.advanceTimersByTimeAsync(1_500);
    failStream();
    await jest.advanceTimersByTimeAsync(60_200);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(subscriptionCounts).toEqual({ bookings: 8 });
    expect(reportError).toHaveBeenCalledTimes(1);
    expect(reportError).toHaveBeenCalledWith(
      new Error('The server refused the stream /api/stream?topics=bookings with 400.'),
    );
    await show('courts', ['courts']);
    expect(stream().url).toBe('/api/stream?topics=bookings%2Ccourts');
    stream().say('open');
    await jest.advanceTimersByTimeAsync(200);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(subscriptionCounts).toEqual({ bookings: 9, courts: 2 });
  });

  it('covers 200 rows with one topic, and reopens no stream for fewer rows', async () => {
    for (let row = 0; row < 200; row += 1)
      void show(`payout ${row}`, [`payouts:${'b'.repeat(29)}${row}`]);
    await jest.advanceTimersByTimeAsync(500);
    stream().say('open');
    await jest.advanceTimersByTimeAsync(500);
    expect(decodeURIComponent(stream().url)).toBe('/api/stream?topics=payouts');
    const openedStreams = FakeEventSource.opened.length;
    await show('one more', ['payouts:b1']);
    expect(FakeEventSource.opened).toHaveLength(openedStreams);
  });

  it('reopens when the user signs in again, because the server ended the session', async () => {
    await show('bookings', ['bookings']);
    const first = stream();
    document.dispatchEvent(new Event(SIGNED_IN_AGAIN));
    expect(first.readyState).toBe(FakeEventSource.CLOSED);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  it('reconnects after 50 seconds without a heartbeat', async () => {
    await show('bookings', ['bookings']);
    await jest.advanceTimersByTimeAsync(49_000);
    stream().say('heartbeat');
    await jest.advanceTimersByTimeAsync(49_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(FakeEventSource.opened[0]!.readyState).toBe(FakeEventSource.CLOSED);
  });

  it('closes a minute after the page is hidden and reopens when it is visible', async () => {
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

  it('reconnects for a different user, but not when the session loads', async () => {
    await show('bookings', ['bookings']);
    queryClient.setQueryData(meQuery.queryKey, null);
    expect(FakeEventSource.opened).toHaveLength(1);
    handleSignedIn(queryClient, robin);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  describe('with other tabs open', () => {
    /** Browser locks held by any tab. */
    let heldLocks: Set<string>;
    const request = async (
      name: string,
      _: unknown,
      work: (lock: unknown) => Promise<void> | void,
    ) => {
      if (heldLocks.has(name)) return work(null);
      heldLocks.add(name);
      await work({ name });
      heldLocks.delete(name);
    };
    const places = [0, 1, 2, 3].map((place) => `courtly-stream-${place}`);
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    beforeEach(() => {
      heldLocks = new Set();
      Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
      stop();
      stop = subscribeToServerEvents(queryClient);
    });
    afterEach(() => {
      stop();
      Reflect.deleteProperty(navigator, 'locks');
    });

    it('retries if the browser rejects the lock request', async () => {
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

    it('acquires one of four slots and releases it after a minute in the background', async () => {
      heldLocks = new Set(places.slice(0, 3));
      await show('bookings', ['bookings']);
      expect(FakeEventSource.opened).toHaveLength(1);
      expect([...heldLocks]).toEqual(places);
      hide(true);
      await jest.advanceTimersByTimeAsync(60_000);
      expect([...heldLocks]).toEqual(places.slice(0, 3));
      hide(false);
      await jest.advanceTimersByTimeAsync(0);
      expect(FakeEventSource.opened).toHaveLength(2);
    });

    it('polls live queries while all slots are taken, and opens a stream once a slot is free', async () => {
      heldLocks = new Set(places);
      await show('bookings', ['bookings']);
      await show('texts');
      await jest.advanceTimersByTimeAsync(10_500);
      expect(subscriptionCounts).toEqual({ bookings: 2, texts: 1 });
      hide(true);
      await jest.advanceTimersByTimeAsync(30_000);
      expect(subscriptionCounts['bookings']).toBe(2);
      hide(false);
      await jest.advanceTimersByTimeAsync(500);
      expect(subscriptionCounts['bookings']).toBe(3);
      expect(FakeEventSource.opened).toHaveLength(0);
      heldLocks.delete(places[2]!);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(FakeEventSource.opened).toHaveLength(1);
    });
  });
});
