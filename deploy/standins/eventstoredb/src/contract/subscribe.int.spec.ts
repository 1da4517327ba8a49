import { once } from 'node:events';
import esdb, {
  type AllStreamSubscription,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collectItems,
  connect,
  uniqueStream,
  readNote,
  createNotedEvent,
  createNotedEvents,
  type Connection,
} from './server-under-test.js';

let server: Connection;
beforeAll(async () => {
  server = await connect();
});
afterAll(() => server.close());

type Subscription = StreamSubscription | AllStreamSubscription;

/** The next `count` events of a subscription, which stays open. */
async function take(subscription: Subscription, count: number): Promise<ResolvedEvent[]> {
  const events: ResolvedEvent[] = [];
  while (events.length < count) {
    const event = subscription.read() as ResolvedEvent | null;
    if (event) events.push(event);
    else await once(subscription, 'readable');
  }
  return events;
}

const takeNotes = async (subscription: Subscription, count: number) =>
  (await take(subscription, count)).map(readNote);

describe('a subscription to a stream', () => {
  it('delivers existing events and then new ones', async () => {
    const stream = uniqueStream();
    await server.client.appendToStream(stream, createNotedEvents(2));
    const subscription = server.client.subscribeToStream(stream);
    expect(await takeNotes(subscription, 2)).toEqual([0, 1]);
    await server.client.appendToStream(stream, createNotedEvent(2));
    expect(await takeNotes(subscription, 1)).toEqual([2]);
    await subscription.unsubscribe();
  });

  it('starts after the given revision', async () => {
    const stream = uniqueStream();
    await server.client.appendToStream(stream, createNotedEvents(4));
    const subscription = server.client.subscribeToStream(stream, { fromRevision: 1n });
    expect(await takeNotes(subscription, 2)).toEqual([2, 3]);
    await subscription.unsubscribe();
  });

  it('delivers only new events when it starts at the end', async () => {
    const stream = uniqueStream();
    await server.client.appendToStream(stream, createNotedEvents(3));
    const subscription = server.client.subscribeToStream(stream, { fromRevision: 'end' });
    await once(subscription, 'confirmation');
    await server.client.appendToStream(stream, createNotedEvent('new'));
    expect(await takeNotes(subscription, 1)).toEqual(['new']);
    await subscription.unsubscribe();
  });

  it('waits for a missing stream', async () => {
    const stream = uniqueStream();
    const subscription = server.client.subscribeToStream(stream);
    await once(subscription, 'confirmation');
    await server.client.appendToStream(stream, createNotedEvent('first'));
    expect(await takeNotes(subscription, 1)).toEqual(['first']);
    await subscription.unsubscribe();
  });

  it('ends when the client cancels it', async () => {
    const stream = uniqueStream();
    await server.client.appendToStream(stream, createNotedEvents(2));
    const subscription = server.client.subscribeToStream(stream);
    const receivedNotes: unknown[] = [];
    for await (const event of subscription) {
      receivedNotes.push(readNote(event));
      if (receivedNotes.length === 2) await subscription.unsubscribe();
    }
    expect(receivedNotes).toEqual([0, 1]);
  });
});

describe('a subscription to all', () => {
  const category = `all${Date.now()}`;
  const mine = { filter: esdb.streamNameFilter({ prefixes: [`${category}-`] }) };
  const [firstStream, two] = [uniqueStream(category), uniqueStream(category)];
  beforeAll(async () => {
    await server.client.appendToStream(firstStream, createNotedEvent(0, 'Opened'));
    await server.client.appendToStream(uniqueStream(`${category}Other`), createNotedEvent('other'));
    await server.client.appendToStream(two, createNotedEvent(1, 'Opened'));
    await server.client.appendToStream(firstStream, createNotedEvent(2, 'Closed'));
  });

  it('delivers only the events of streams with a prefix', async () => {
    const subscription = server.client.subscribeToAll(mine);
    expect(await takeNotes(subscription, 3)).toEqual([0, 1, 2]);
    await subscription.unsubscribe();
  });

  it('starts after the given position', async () => {
    const [first] = await collectItems(server.client.readStream(firstStream));
    const subscription = server.client.subscribeToAll({
      ...mine,
      fromPosition: first!.event!.position!,
    });
    expect(await takeNotes(subscription, 2)).toEqual([1, 2]);
    await subscription.unsubscribe();
  });

  it('delivers only new events when it starts at the end of the log', async () => {
    const subscription = server.client.subscribeToAll({ ...mine, fromPosition: 'end' });
    await once(subscription, 'confirmation');
    const stream = uniqueStream(category);
    await server.client.appendToStream(stream, createNotedEvent('new'));
    const [event] = await take(subscription, 1);
    expect(event?.event).toMatchObject({ streamId: stream, data: { note: 'new' } });
    await subscription.unsubscribe();
  });

  it.each([
    ['event types with a prefix', (type: string) => esdb.eventTypeFilter({ prefixes: [type] })],
    [
      'event types that match a regular expression',
      (type: string) => esdb.eventTypeFilter({ regex: `^${type}$` }),
    ],
  ])('filters by %s', async (_title, filterOn) => {
    const type = `Typed${uniqueStream().replaceAll('-', '')}`;
    await server.client.appendToStream(uniqueStream(), [
      createNotedEvent('no'),
      createNotedEvent('yes', type),
    ]);
    const subscription = server.client.subscribeToAll({ filter: filterOn(type) });
    expect(await takeNotes(subscription, 1)).toEqual(['yes']);
    await subscription.unsubscribe();
  });

  it('filters by a regular expression on stream names', async () => {
    const filter = esdb.streamNameFilter({ regex: `^${two}$` });
    const subscription = server.client.subscribeToAll({ filter });
    expect(await takeNotes(subscription, 1)).toEqual([1]);
    await subscription.unsubscribe();
  });

  it('reports once that it caught up, between the existing and the new events', async () => {
    const stream = uniqueStream('caughtUp');
    await server.client.appendToStream(stream, createNotedEvents(3));
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const receivedNotes: unknown[] = [];
    const subscription = server.client
      .subscribeToAll({ filter })
      .on('caughtUp', () => receivedNotes.push('caught up'));
    const caughtUp = once(subscription, 'caughtUp');
    const live = new Promise<void>((resolve) => {
      subscription.on('data', (event) => {
        receivedNotes.push(readNote(event));
        if (readNote(event) === 'live') resolve();
      });
    });
    await caughtUp;
    await server.client.appendToStream(stream, createNotedEvent('live'));
    await live;
    expect(receivedNotes).toEqual([0, 1, 2, 'caught up', 'live']);
    await subscription.unsubscribe();
  });

  it('reports checkpoints that a later subscription can resume from', async () => {
    const stream = uniqueStream('checkpoint');
    for (const event of createNotedEvents(40))
      await server.client.appendToStream(uniqueStream('quiet'), event);
    await server.client.appendToStream(stream, createNotedEvent('after'));
    const checkpoint = await new Promise<esdb.Position>((resolve, reject) => {
      const filter = esdb.streamNameFilter({
        prefixes: ['no-such-stream'],
        maxSearchWindow: 4,
        checkpointReached: async (subscription, position) => {
          await subscription.unsubscribe();
          resolve(position);
        },
      });
      server.client.subscribeToAll({ filter }).on('error', reject).resume();
    });
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const subscription = server.client.subscribeToAll({ filter, fromPosition: checkpoint });
    expect(await takeNotes(subscription, 1)).toEqual(['after']);
    await subscription.unsubscribe();
  });

  it('accepts a position beyond the end of the log and then delivers new events before it', async () => {
    const stream = uniqueStream('beyond');
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const { position } = await server.client.appendToStream(stream, createNotedEvent('stored'));
    const commit = position!.commit + 1_000_000_000n;
    const beyond = { commit, prepare: commit };
    expect(await collectItems(server.client.readAll({ fromPosition: beyond }))).toEqual([]);
    const subscription = server.client.subscribeToAll({ filter, fromPosition: beyond });
    const caughtUp = once(subscription, 'caughtUp');
    subscription.read();
    await caughtUp;
    await server.client.appendToStream(stream, createNotedEvent('new'));
    const [event] = await take(subscription, 1);
    expect(readNote(event!)).toBe('new');
    expect(event!.event!.position!.commit).toBeLessThan(commit);
    await subscription.unsubscribe();
  });

  it('ends a live reader that lets a few hundred small events wait', async () => {
    const stream = uniqueStream('small');
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const slow = server.client.subscribeToAll({ filter, fromPosition: 'end' });
    const caughtUp = once(slow, 'caughtUp');
    slow.read();
    await caughtUp;
    // More than the connection and the client buffer before they stop reading.
    for (let events = 0; events < 1_500; events += 50)
      await server.client.appendToStream(stream, createNotedEvents(50));
    const [error] = await once(slow.resume(), 'error');
    expect(error).toMatchObject({ code: status.ABORTED });
  });

  it('ends a slow live reader, which can resume after its last event', async () => {
    const stream = uniqueStream('slow');
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const slow = server.client.subscribeToAll({ filter, fromPosition: 'end' });
    const caughtUp = once(slow, 'caughtUp');
    slow.read();
    await caughtUp;
    const text = 'x'.repeat(1_000);
    for (let from = 0; from < 8_000; from += 500) {
      const events = Array.from({ length: 500 }, (_, index) =>
        esdb.jsonEvent({ type: 'Noted', data: { note: from + index, text } }),
      );
      await server.client.appendToStream(stream, events);
    }
    const receivedNotes: unknown[] = [];
    let last: esdb.Position | undefined;
    const reading = async () => {
      for await (const event of slow) {
        receivedNotes.push(readNote(event));
        last = event.event?.position ?? last;
      }
    };
    await expect(reading()).rejects.toMatchObject({
      code: status.ABORTED,
      message: expect.stringContaining(
        'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
      ),
    });
    expect(receivedNotes.length).toBeLessThan(8_000);
    const resumed = server.client.subscribeToAll({ filter, fromPosition: last ?? 'start' });
    receivedNotes.push(...(await takeNotes(resumed, 8_000 - receivedNotes.length)));
    expect(receivedNotes).toEqual(Array.from({ length: 8_000 }, (_, index) => index));
    await resumed.unsubscribe();
  });

  it('delivers every event once to each of many subscribers', async () => {
    const stream = uniqueStream('many');
    const filter = esdb.streamNameFilter({ prefixes: [stream] });
    const subscriptions = Array.from({ length: 10 }, () =>
      server.client.subscribeToAll({ filter, fromPosition: 'end' }),
    );
    await Promise.all(subscriptions.map((subscription) => once(subscription, 'confirmation')));
    await Promise.all(
      createNotedEvents(50).map((event) => server.client.appendToStream(stream, event)),
    );
    const deliveries = await Promise.all(
      subscriptions.map((subscription) => take(subscription, 50)),
    );
    for (const events of deliveries) {
      expect(events.map(({ event }) => Number(event?.revision))).toEqual(
        Array.from({ length: 50 }, (_, index) => index),
      );
    }
    await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
  });
});
