import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collectItems,
  connect,
  uniqueStream,
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

async function described(
  metadata: Parameters<Connection['client']['setStreamMetadata']>[1],
): Promise<string> {
  const stream = uniqueStream('metadata');
  await server.client.appendToStream(stream, createNotedEvents(5));
  await server.client.setStreamMetadata(stream, metadata);
  return stream;
}

describe('the metadata of a stream', () => {
  it('is returned as it was set', async () => {
    const metadata = {
      maxCount: 100,
      maxAge: 3600,
      truncateBefore: 1,
      acl: { readRoles: ['$all'], writeRoles: ['$admins', 'ops'] },
      purpose: 'test',
    };
    const stream = await described(metadata);
    expect((await server.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
  });

  it('is missing until it is set', async () => {
    expect(await server.client.getStreamMetadata(uniqueStream())).toEqual({
      streamName: expect.any(String),
    });
  });

  it('is replaced as a whole', async () => {
    const stream = await described({ maxCount: 2 });
    await server.client.setStreamMetadata(stream, { purpose: 'other' });
    expect((await server.client.getStreamMetadata(stream)).metadata).toEqual({ purpose: 'other' });
    expect(await readNotes(server.client.readStream(stream))).toEqual([0, 1, 2, 3, 4]);
  });

  it('has its own expected revision', async () => {
    const stream = await described({ maxCount: 2 });
    const stale = server.client.setStreamMetadata(
      stream,
      { maxCount: 3 },
      { expectedRevision: 'no_stream' },
    );
    await expect(stale).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 0n,
    });
    await server.client.setStreamMetadata(stream, { maxCount: 3 }, { expectedRevision: 0n });
  });

  it('makes a stream exist for writers that expect one', async () => {
    const stream = uniqueStream('metadata');
    await server.client.setStreamMetadata(stream, { purpose: 'test' });
    await server.client.appendToStream(stream, createNotedEvent('first'), {
      expectedRevision: 'stream_exists',
    });
    expect(await readNotes(server.client.readStream(stream))).toEqual(['first']);
  });
});

describe('a stream', () => {
  it('shows only the last events within the maximum count, including new ones', async () => {
    const stream = await described({ maxCount: 2 });
    expect(await readNotes(server.client.readStream(stream))).toEqual([3, 4]);
    await server.client.appendToStream(stream, createNotedEvent(5));
    expect(await readNotes(server.client.readStream(stream))).toEqual([4, 5]);
    const backwards = server.client.readStream(stream, {
      direction: 'backwards',
      fromRevision: 'end',
    });
    expect(await readNotes(backwards)).toEqual([5, 4]);
  });

  it('hides events before the truncation revision', async () => {
    const stream = await described({ truncateBefore: 3 });
    expect(await readNotes(server.client.readStream(stream))).toEqual([3, 4]);
    expect(
      await readNotes(server.client.readStream(stream, { fromRevision: 1n, maxCount: 1 })),
    ).toEqual([3]);
  });

  it('keeps events within the maximum age', async () => {
    const stream = await described({ maxAge: 3600 });
    expect(await readNotes(server.client.readStream(stream))).toEqual([0, 1, 2, 3, 4]);
  });

  it('continues its revisions when events are hidden', async () => {
    const stream = await described({ truncateBefore: 5 });
    const result = await server.client.appendToStream(stream, createNotedEvent('next'), {
      expectedRevision: 4n,
    });
    expect(result.nextExpectedRevision).toBe(5n);
    const [event] = await collectItems(server.client.readStream(stream));
    expect(event?.event?.revision).toBe(5n);
  });
});
