import { randomBytes, randomUUID } from 'node:crypto';
import esdb, {
  type AppendExpectedRevision,
  type AppendToStreamOptions,
} from '@eventstore/db-client';
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

/** The client uses the Append call if a call passes credentials, and BatchAppend otherwise. */
const credentials = () => {
  const { username, password } = new URL(server.url.replace(/^esdb(\+discover)?:/, 'http:'));
  return { username: username || 'admin', password: password || 'changeit' };
};
const calls: [call: string, options: () => AppendToStreamOptions][] = [
  ['BatchAppend', () => ({})],
  ['Append', () => ({ credentials: credentials() })],
];

describe.each(calls)('an append through the %s call', (_call, options) => {
  const append = (
    stream: string,
    events: ReturnType<typeof createNotedEvent>[],
    expectedRevision: AppendExpectedRevision,
  ) => server.client.appendToStream(stream, events, { ...options(), expectedRevision });

  it.each<AppendExpectedRevision>(['any', 'no_stream'])(
    'creates a stream when it expects %s',
    async (expected) => {
      const stream = uniqueStream();
      const result = await append(stream, [createNotedEvent('a'), createNotedEvent('b')], expected);
      expect(result).toMatchObject({ success: true, nextExpectedRevision: 1n });
      expect(await readNotes(server.client.readStream(stream))).toEqual(['a', 'b']);
    },
  );

  it.each<AppendExpectedRevision>(['any', 'stream_exists', 0n])(
    'continues a stream when it expects %s',
    async (expected) => {
      const stream = uniqueStream();
      await append(stream, [createNotedEvent('a')], 'no_stream');
      expect(await append(stream, [createNotedEvent('b')], expected)).toMatchObject({
        nextExpectedRevision: 1n,
      });
      expect(await readNotes(server.client.readStream(stream))).toEqual(['a', 'b']);
    },
  );

  it.each<AppendExpectedRevision>(['stream_exists', 0n])(
    'does not create a stream when it expects %s',
    async (expected) => {
      const stream = uniqueStream();
      await expect(append(stream, [createNotedEvent('a')], expected)).rejects.toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: expected,
        actualVersion: 'no_stream',
      });
      await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
        type: 'stream-not-found',
      });
    },
  );

  it.each<AppendExpectedRevision>(['no_stream', 0n, 7n])(
    'is refused after two events when it expects %s',
    async (expected) => {
      const stream = uniqueStream();
      await append(stream, [createNotedEvent('a'), createNotedEvent('b')], 'no_stream');
      await expect(append(stream, [createNotedEvent('c')], expected)).rejects.toMatchObject({
        type: 'wrong-expected-version',
        expectedVersion: expected,
        actualVersion: 1n,
      });
      expect(await readNotes(server.client.readStream(stream))).toEqual(['a', 'b']);
    },
  );

  it.each<[AppendExpectedRevision, AppendExpectedRevision]>([
    ['no_stream', 'no_stream'],
    ['any', 'any'],
    [0n, 0n],
  ])(
    'acknowledges a repeat with the same ids and stores it once when it expects %s',
    async (expected) => {
      const stream = uniqueStream();
      if (typeof expected === 'bigint')
        await append(stream, [createNotedEvent('before')], 'no_stream');
      const events = [createNotedEvent('a'), createNotedEvent('b')];
      const first = await append(stream, events, expected);
      const later = await append(stream, [createNotedEvent('c')], 'any');
      expect(await append(stream, events, expected)).toEqual(first);
      expect(later.nextExpectedRevision).toBe(first.nextExpectedRevision + 1n);
      expect((await readNotes(server.client.readStream(stream))).slice(-3)).toEqual([
        'a',
        'b',
        'c',
      ]);
    },
  );

  it('is refused if it repeats only some ids of an earlier one', async () => {
    const stream = uniqueStream();
    const [a, b] = [createNotedEvent('a'), createNotedEvent('b')];
    await append(stream, [a, b], 'no_stream');
    await expect(append(stream, [a, createNotedEvent('x')], 'no_stream')).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    await expect(append(stream, [a, b, createNotedEvent('x')], 'no_stream')).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
  });

  it('writes an event whose id exists in another stream', async () => {
    const events = [createNotedEvent('a')];
    await append(uniqueStream(), events, 'any');
    const stream = uniqueStream();
    await append(stream, events, 'any');
    expect(await readNotes(server.client.readStream(stream))).toEqual(['a']);
  });

  it('returns the position of its last event', async () => {
    const stream = uniqueStream();
    const { position } = await append(stream, createNotedEvents(3), 'any');
    const [last] = await collectItems(
      server.client.readStream(stream, {
        direction: 'backwards',
        fromRevision: 'end',
        maxCount: 1,
      }),
    );
    expect(position).toEqual(last?.event?.position);
    expect(position?.commit).toBe(last?.commitPosition);
  });

  it('is refused as a whole above 1 MiB', async () => {
    const stream = uniqueStream();
    const large = Array.from({ length: 9 }, () => createNotedEvent('x'.repeat(128 * 1024)));
    await expect(append(stream, large, 'any')).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1024 * 1024,
    });
    await expect(collectItems(server.client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    await append(stream, [createNotedEvent('small')], 'no_stream');
  });

  it('succeeds for one of several writers that expect the same revision', async () => {
    const stream = uniqueStream();
    await append(stream, [createNotedEvent('first')], 'no_stream');
    const rivals = await Promise.allSettled(
      createNotedEvents(20).map((event) => append(stream, [event], 0n)),
    );
    expect(rivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readNotes(server.client.readStream(stream))).toHaveLength(2);
  });
});

describe('an event', () => {
  const readBack = async (stream: string) =>
    (await collectItems(server.client.readStream(stream)))[0]?.event;

  it('is returned as it was written', async () => {
    const stream = uniqueStream();
    const id = randomUUID();
    const event = {
      id,
      type: 'Grüße',
      data: { text: 'čaj ☕ \u0000' },
      metadata: { $correlationId: 'c', n: 1 },
    };
    const startedAt = Date.now();
    await server.client.appendToStream(stream, esdb.jsonEvent(event));
    const read = await readBack(stream);
    expect(read).toMatchObject({ ...event, streamId: stream, revision: 0n, isJson: true });
    expect(Math.abs(Number(read?.created) - startedAt)).toBeLessThan(60_000);
  });

  it('can have binary data and metadata', async () => {
    const stream = uniqueStream();
    const [data, metadata] = [new Uint8Array(randomBytes(300)), new Uint8Array([255, 0, 1])];
    await server.client.appendToStream(
      stream,
      esdb.binaryEvent({ type: 'Scanned', data, metadata }),
    );
    const read = await readBack(stream);
    expect(read).toMatchObject({ isJson: false, type: 'Scanned' });
    expect(Buffer.from(read?.data as Uint8Array).equals(data)).toBe(true);
    expect(Buffer.from(read?.metadata as Uint8Array).equals(metadata)).toBe(true);
  });

  it('can be in a stream with any character in its name', async () => {
    const stream = uniqueStream('größe §');
    await server.client.appendToStream(stream, createNotedEvent('a'));
    expect((await readBack(stream))?.streamId).toBe(stream);
  });
});
