import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeDocument } from './bson-writer.js';
import { splitMessages, waitForDrain } from './connection.js';
import { encodeReplyHeader, readRequest } from './wire.js';

/** A wire message: header, then body. */
function message(opCode: number, body: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(opCode, 12);
  return Buffer.concat([head, body]);
}

const opMsg = (flags: number, ...sections: Buffer[]): Buffer =>
  message(2013, Buffer.concat([Buffer.from([flags, flags >> 8, flags >> 16, 0]), ...sections]));
const body = (document: Record<string, unknown>): Buffer =>
  Buffer.concat([Buffer.from([0]), encodeDocument(document)]);

function sequence(name: string, ...documents: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
  const size = Buffer.alloc(5);
  size[0] = 1;
  size.writeInt32LE(4 + content.length, 1);
  return Buffer.concat([size, content]);
}

async function* inPieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const points = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ];
  for (let i = 1; i < points.length; i++) yield bytes.subarray(points[i - 1], points[i]);
}

async function collected(stream: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const received: Buffer[] = [];
  for await (const each of stream) received.push(each);
  return received;
}

describe('the wire protocol', () => {
  it('reads the same messages no matter how the stream is split', async () => {
    const wireMessages = [1, 2, 3].map((n) =>
      opMsg(0, body({ ping: n, $db: 'admin', text: 'x'.repeat(n * 50) })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 8 }), async (cuts) => {
        expect(await collected(splitMessages(inPieces(Buffer.concat(wireMessages), cuts)))).toEqual(
          wireMessages,
        );
      }),
    );
  });

  it('refuses a message with an impossible length', async () => {
    const huge = Buffer.alloc(16);
    huge.writeInt32LE(48_000_001, 0);
    await expect(collected(splitMessages(inPieces(huge, [])))).rejects.toThrow(/48000001 bytes/);
  });

  it('reads documents from a sequence or from the body', () => {
    const [first, second] = [encodeDocument({ _id: 1 }), encodeDocument({ _id: 2 })];
    const command = { insert: 'things', $db: 'test' };
    const apart = readRequest(opMsg(0, body(command), sequence('documents', first, second)));
    const inside = readRequest(opMsg(0, body({ ...command, documents: [{ _id: 1 }, { _id: 2 }] })));
    expect(apart.command).toMatchObject({
      name: 'insert',
      database: 'test',
      items: [first, second],
    });
    expect(inside.command).toMatchObject({
      name: 'insert',
      database: 'test',
      items: [first, second],
    });
  });

  it('recognizes a write without a reply and skips a checksum', () => {
    expect(readRequest(opMsg(2, body({ insert: 'x', $db: 'a' }))).silent).toBe(true);
    expect(
      readRequest(opMsg(1, body({ ping: 1, $db: 'a' }), Buffer.alloc(4))).command,
    ).toMatchObject({ name: 'ping' });
  });

  it('responds to a legacy handshake in the legacy format', () => {
    const query = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.alloc(8),
      encodeDocument({ isMaster: 1 }),
    ]);
    const request = readRequest(message(2004, query));
    expect(request).toMatchObject({
      id: 7,
      legacy: true,
      command: { name: 'isMaster', database: 'admin' },
    });
    const document = encodeDocument({ ok: 1 });
    const reply = Buffer.concat([encodeReplyHeader(request, document), document]);
    expect([
      reply.readInt32LE(0),
      reply.readInt32LE(8),
      reply.readInt32LE(12),
      reply.readInt32LE(32),
    ]).toEqual([reply.length, 7, 1, 1]);
  });

  it('refuses other operations, unknown flags, and unknown sections', () => {
    expect(() => readRequest(message(2012, Buffer.alloc(9)))).toThrow(/2012/);
    expect(() => readRequest(opMsg(4, body({ ping: 1 })))).toThrow(/flag/);
    expect(() =>
      readRequest(opMsg(0, Buffer.concat([Buffer.from([9]), encodeDocument({})]))),
    ).toThrow(/kind 9/);
  });
});

describe('a client that reads slowly', () => {
  it('leaves no listener behind for each response that waited', async () => {
    const socket = new Socket();
    const countListeners = () => socket.listenerCount('close') + socket.listenerCount('drain');
    const listenersBefore = countListeners();
    for (let response = 0; response < 20; response++) {
      const drained = waitForDrain(socket);
      socket.emit('drain');
      await drained;
    }
    expect(countListeners()).toBe(listenersBefore);
  });

  it('is not awaited after it has disconnected', async () => {
    const socket = new Socket();
    const drained = waitForDrain(socket);
    socket.destroy();
    await drained;
    await waitForDrain(socket);
  });
});
