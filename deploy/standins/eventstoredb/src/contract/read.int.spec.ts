import esdb from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collectItems,
  connect,
  uniqueStream,
  readNote,
  createNotedEvent,
  createNotedEvents,
  readNotes,
  type Connection,
} from './server-under-test.js';

let server: Connection;
beforeAll(async () => {
  server = await connect();
});
afterAll(() => server.close());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a read of a stream', () => {
  const stream = uniqueStream();
  beforeAll(() => server.client.appendToStream(stream, createNotedEvents(5)));

  it.each([
    ['forward from the start', {}, [0, 1, 2, 3, 4]],
    ['up to a number of events', { maxCount: 2 }, [0, 1]],
    ['from a revision, inclusive', { fromRevision: 3n }, [3, 4]],
    ['from a revision after the last one', { fromRevision: 9n }, []],
    ['backward from the end', { direction: 'backwards', fromRevision: 'end' }, [4, 3, 2, 1, 0]],
    [
      'backward from a revision, inclusive',
      { direction: 'backwards', fromRevision: 2n },
      [2, 1, 0],
    ],
    [
      'backward up to a number of events',
      { direction: 'backwards', fromRevision: 'end', maxCount: 1 },
      [4],
    ],
    [
      'backward from a revision after the last one',
      { direction: 'backwards', fromRevision: 99n, maxCount: 2 },
      [4, 3],
    ],
  ] as const)('returns events %s', async (_title, options, expected) => {
    expect(await readNotes(server.client.readStream(stream, options))).toEqual(expected);
  });

  it('is refused forward from the end', async () => {
    await expect(
      collectItems(server.client.readStream(stream, { fromRevision: 'end' })),
    ).rejects.toMatchObject({
      code: status.UNKNOWN,
      message: expect.stringContaining('Unexpected ReadStreamResult: Error'),
    });
  });

  it('numbers events from 0 without gaps', async () => {
    const events = await collectItems(server.client.readStream(stream));
    expect(events.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n, 3n, 4n]);
  });

  it.each(['forwards', 'backwards'] as const)(
    'reports a missing stream when read %s',
    async (direction) => {
      const missing = uniqueStream();
      await expect(
        collectItems(server.client.readStream(missing, { direction })),
      ).rejects.toMatchObject({
        type: 'stream-not-found',
        streamName: missing,
      });
    },
  );

  it('returns many events in order in both directions', async () => {
    const long = uniqueStream();
    for (let from = 0; from < 2_000; from += 500) {
      await server.client.appendToStream(long, createNotedEvents(2_000).slice(from, from + 500));
    }
    const ascending = upTo(2_000);
    expect(await readNotes(server.client.readStream(long))).toEqual(ascending);
    const backwards = server.client.readStream(long, {
      direction: 'backwards',
      fromRevision: 'end',
    });
    expect(await readNotes(backwards)).toEqual(ascending.reverse());
  });

  it('can stop before the end', async () => {
    const long = uniqueStream();
    await server.client.appendToStream(long, createNotedEvents(1_000));
    const receivedNotes: unknown[] = [];
    for await (const event of server.client.readStream(long))
      if (receivedNotes.push(readNote(event)) === 3) break;
    expect(receivedNotes).toEqual([0, 1, 2]);
  });
});

describe('a read of $all', () => {
  const [firstStream, two] = [uniqueStream(), uniqueStream()];
  const ours = async (read: AsyncIterable<esdb.AllStreamResolvedEvent>) =>
    (await collectItems(read)).filter(
      ({ event }) => event && [firstStream, two].includes(event.streamId),
    );
  const start = async () =>
    (await collectItems(server.client.readStream(firstStream)))[0]!.event!.position!;
  beforeAll(async () => {
    await server.client.appendToStream(firstStream, [createNotedEvent(0)]);
    await server.client.appendToStream(two, [createNotedEvent(1)]);
    await server.client.appendToStream(firstStream, [createNotedEvent(2)]);
  });

  it('returns the events of all streams in write order', async () => {
    const events = await ours(server.client.readAll());
    expect(events.map(readNote)).toEqual([0, 1, 2]);
    const positions = events.map(({ event }) => event!.position!.commit);
    expect([...positions].sort((a, b) => Number(a - b))).toEqual(positions);
  });

  it('includes the position that it starts from when it reads forward', async () => {
    const events = await collectItems(
      server.client.readAll({ fromPosition: await start(), maxCount: 1 }),
    );
    expect(events.map(readNote)).toEqual([0]);
  });

  it('excludes the position that it starts from when it reads backward', async () => {
    const [, , last] = await ours(server.client.readAll());
    const fromPosition = last!.event!.position!;
    const backwards = server.client.readAll({ direction: 'backwards', fromPosition });
    expect((await ours(backwards)).map(readNote)).toEqual([1, 0]);
  });

  it('starts with system events in streams whose names start with $', async () => {
    const [first] = await collectItems(server.client.readAll({ maxCount: 1 }));
    expect(first?.event?.streamId).toMatch(/^\$/);
  });

  it('can read backward from the end', async () => {
    const backwards = server.client.readAll({ direction: 'backwards', fromPosition: 'end' });
    expect((await ours(backwards)).map(readNote)).toEqual([2, 1, 0]);
  });

  it('returns at most the requested number of events', async () => {
    expect(await collectItems(server.client.readAll({ maxCount: 2 }))).toHaveLength(2);
  });
});

describe('a link', () => {
  const linkTo = (revision: bigint, stream: string) =>
    esdb.binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`) });
  const target = uniqueStream();
  const links = uniqueStream('links');
  beforeAll(async () => {
    await server.client.appendToStream(target, createNotedEvents(2));
    await server.client.appendToStream(links, [linkTo(1n, target), linkTo(7n, target)]);
  });

  it('is resolved if the reader requests it', async () => {
    const [resolved] = await collectItems(
      server.client.readStream(links, { resolveLinkTos: true }),
    );
    expect(resolved?.event).toMatchObject({ streamId: target, revision: 1n, data: { note: 1 } });
    expect(resolved?.link).toMatchObject({ streamId: links, revision: 0n, type: '$>' });
  });

  it('is returned without its event if the event no longer exists', async () => {
    const [, dangling] = await collectItems(
      server.client.readStream(links, { resolveLinkTos: true }),
    );
    expect(dangling?.event).toBeUndefined();
    expect(dangling?.link).toMatchObject({ streamId: links, revision: 1n });
  });

  it('is returned as an ordinary event by default', async () => {
    const [link] = await collectItems(server.client.readStream(links));
    expect(link?.event).toMatchObject({ streamId: links, type: '$>' });
    expect(link?.link).toBeUndefined();
  });
});
