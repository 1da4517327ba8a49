import { once } from 'node:events';
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

async function streamOf(count: number): Promise<string> {
  const stream = uniqueStream('deletion');
  await server.client.appendToStream(stream, createNotedEvents(count), {
    expectedRevision: 'no_stream',
  });
  return stream;
}

describe('a deleted stream', () => {
  it.each(['any', 1n] as const)(
    'reads as missing after a deletion that expects %s',
    async (expectedRevision) => {
      const stream = await streamOf(2);
      const { position } = await server.client.deleteStream(stream, { expectedRevision });
      expect(position?.commit).toBeGreaterThan(0n);
      await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
        type: 'stream-not-found',
      });
    },
  );

  it.each(['any', 'no_stream', 1n] as const)(
    'continues its revisions when an append expects %s',
    async (expected) => {
      const stream = await streamOf(2);
      await server.client.deleteStream(stream);
      const result = await server.client.appendToStream(stream, createNotedEvent('again'), {
        expectedRevision: expected,
      });
      expect(result.nextExpectedRevision).toBe(2n);
      const events = await collectItems(server.client.readStream(stream));
      expect(events.map(readNote)).toEqual(['again']);
      expect(events[0]?.event?.revision).toBe(2n);
    },
  );

  it('does not count as an existing stream', async () => {
    const stream = await streamOf(1);
    await server.client.deleteStream(stream);
    const append = server.client.appendToStream(stream, createNotedEvent('x'), {
      expectedRevision: 'stream_exists',
    });
    await expect(append).rejects.toMatchObject({ type: 'stream-deleted', streamName: stream });
  });

  it('can be deleted again at its last revision', async () => {
    const stream = await streamOf(2);
    await server.client.deleteStream(stream, { expectedRevision: 1n });
    await server.client.deleteStream(stream, { expectedRevision: 1n });
    await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    const { nextExpectedRevision } = await server.client.appendToStream(
      stream,
      createNotedEvent('again'),
    );
    expect(nextExpectedRevision).toBe(2n);
  });

  it('can be deleted, written to, and deleted again', async () => {
    const stream = await streamOf(1);
    for (let round = 1; round <= 3; round++) {
      await server.client.deleteStream(stream);
      await server.client.appendToStream(stream, createNotedEvent(round), {
        expectedRevision: 'no_stream',
      });
      expect(await readNotes(server.client.readStream(stream))).toEqual([round]);
    }
  });
});

describe('a deletion', () => {
  it('is refused for a stream that never existed', async () => {
    const deletion = server.client.deleteStream(uniqueStream());
    await expect(deletion).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: -1n,
    });
  });

  it('removes a stream that has only metadata', async () => {
    const stream = uniqueStream('deletion');
    await server.client.setStreamMetadata(stream, { purpose: 'test' });
    await server.client.deleteStream(stream);
    await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
  });

  it.each(['deleteStream', 'tombstoneStream'] as const)(
    'is refused at the wrong revision: %s',
    async (call) => {
      const stream = await streamOf(2);
      await expect(server.client[call](stream, { expectedRevision: 0n })).rejects.toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: 0n,
        actualVersion: 1n,
      });
      expect(await readNotes(server.client.readStream(stream))).toEqual([0, 1]);
    },
  );
});

describe('a tombstoned stream', () => {
  it('refuses reads, appends, and deletions', async () => {
    const stream = await streamOf(2);
    await server.client.tombstoneStream(stream, { expectedRevision: 1n });
    const deleted = { type: 'stream-deleted', streamName: stream };
    await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject(deleted);
    await expect(server.client.appendToStream(stream, createNotedEvent('x'))).rejects.toMatchObject(
      deleted,
    );
    await expect(
      server.client.appendToStream(stream, createNotedEvent('x'), {
        expectedRevision: 'no_stream',
      }),
    ).rejects.toMatchObject(deleted);
    await expect(server.client.deleteStream(stream)).rejects.toMatchObject(deleted);
    await expect(server.client.tombstoneStream(stream)).rejects.toMatchObject(deleted);
  });

  it('can be tombstoned after a deletion', async () => {
    const stream = await streamOf(1);
    await server.client.deleteStream(stream);
    await server.client.tombstoneStream(stream);
    await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-deleted',
    });
  });

  it('keeps its events in the log of all streams', async () => {
    const start = await server.client.appendToStream(uniqueStream(), createNotedEvent('before'));
    const stream = await streamOf(2);
    await server.client.tombstoneStream(stream);
    const allEvents = await collectItems(server.client.readAll({ fromPosition: start.position! }));
    const types = allEvents.flatMap(({ event }) =>
      event?.streamId === stream ? [event.type] : [],
    );
    expect(types).toEqual(['Noted', 'Noted', '$streamDeleted']);
  });
});

describe('a subscription to a stream', () => {
  it('continues when its stream is deleted and written to again', async () => {
    const stream = await streamOf(1);
    const subscription = server.client.subscribeToStream(stream, { fromRevision: 'end' });
    await once(subscription, 'confirmation');
    await server.client.deleteStream(stream);
    const delivered = once(subscription, 'data');
    await server.client.appendToStream(stream, createNotedEvent('again'));
    expect((await delivered).map(readNote)).toEqual(['again']);
    await subscription.unsubscribe();
  });
});
