import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from '@jest/globals';
import { encodeRecord, withStructuredId } from '../storage/record.js';
import { INT64_MAX, TOMBSTONE_REVISION } from '../domain/event.js';
import { readUuid } from './codec.js';
import { encodeEventFrame } from './frames.js';

const id = '0189f7ea-9b1c-7d3e-bf00-ffeeddccbbaa';
const record = (bytes: number, revision = 7, position = 1) =>
  encodeRecord(
    {
      id,
      type: 'Noted',
      contentType: 'application/json',
      data: new Uint8Array(bytes).fill(1),
      metadata: new Uint8Array([2]),
    },
    { stream: 'größe-1', revision, position, created: 1_700_000_000_123 },
  );
const decode = (frame: Buffer) => streams.ReadResp.deserializeBinary(frame).getEvent()!;

describe('the frame of an event', () => {
  it.each([
    [0, 0],
    [1, 127],
    [60, 128],
    [127, 16_383],
    [20_000, 2 ** 32],
    [3_000_000, Number.MAX_SAFE_INTEGER],
  ])('decodes to the same event for %i bytes at position %i', (bytes, position) => {
    const event = decode(encodeEventFrame(position, record(bytes)));
    expect(event.getCommitPosition()).toBe(String(position));
    expect(event.getEvent()?.getData_asU8()).toHaveLength(bytes);
    expect(event.hasLink()).toBe(false);
  });

  it('carries a link with or without its target', () => {
    const resolved = decode(encodeEventFrame(300, record(1, 1), record(2, 2)));
    expect([
      resolved.getEvent()?.getStreamRevision(),
      resolved.getLink()?.getStreamRevision(),
    ]).toEqual(['1', '2']);
    const dangling = decode(encodeEventFrame(300, undefined, record(2, 2)));
    expect([dangling.hasEvent(), dangling.getLink()?.getStreamRevision()]).toEqual([false, '2']);
  });

  it('contains the recorded event, with its time in ticks of 100 ns since 1970', () => {
    const event = decode(encodeEventFrame(9, record(3, 7, 9))).getEvent()!;
    expect(event.toObject()).toMatchObject({
      streamRevision: '7',
      commitPosition: '9',
      preparePosition: '9',
    });
    expect(Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString()).toBe(
      'größe-1',
    );
    expect(Object.fromEntries(event.getMetadataMap().toArray())).toEqual({
      type: 'Noted',
      'content-type': 'application/json',
      created: '17000000001230000',
    });
    expect([...event.getCustomMetadata_asU8()]).toEqual([2]);
  });

  it('gives a tombstone the highest revision', () => {
    expect(
      decode(encodeEventFrame(1, record(0, TOMBSTONE_REVISION)))
        .getEvent()
        ?.getStreamRevision(),
    ).toBe(INT64_MAX);
  });
});

describe('the id of an event', () => {
  it('survives as two 64-bit halves', () => {
    const event = decode(encodeEventFrame(1, withStructuredId(record(5)))).getEvent()!;
    expect(event.getId()?.hasStructured()).toBe(true);
    expect(readUuid(event.getId())).toBe(id);
  });

  it('reads a UUID in lowercase', () => {
    expect(readUuid(new shared.UUID().setString(id.toUpperCase()))).toBe(id);
  });

  it.each(['', 'seven', `${id}0`])('refuses the id %j', (text) => {
    expect(() => readUuid(new shared.UUID().setString(text))).toThrow('is not a UUID');
  });
});
