import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { TOMBSTONE_REVISION, type ProposedEvent } from '../domain/event.js';
import { fieldLength, varintLength, writeField, writeHeader } from '../wire.js';

const { RecordedEvent } = streams.ReadResp.ReadEvent;

const TICKS_PER_MILLISECOND = '0000';

export type Place = Readonly<{
  stream: string;
  revision: number;
  position: number;
  created: number;
}>;

/** Fields of RecordedEvent, of its id, its stream and the entries of its metadata: number * 8 + 2 for bytes, + 0 for varints. */
const TAG = {
  id: 0x0a,
  idText: 0x12,
  stream: 0x12,
  streamName: 0x1a,
  revision: 0x18,
  preparePosition: 0x20,
  commitPosition: 0x28,
  metadata: 0x32,
  key: 0x0a,
  value: 0x12,
  customMetadata: 0x3a,
  data: 0x42,
};

/** Int64 max, which no number of JavaScript holds, as a varint. */
const TOMBSTONE_VARINT = Buffer.from('ffffffffffffffff7f', 'hex');

function varint(tag: number, value: number): Buffer {
  const field = Buffer.allocUnsafe(1 + varintLength(value));
  writeHeader(field, 0, tag, value);
  return field;
}

function field(tag: number, bytes: Uint8Array): Buffer {
  const encoded = Buffer.allocUnsafe(fieldLength(bytes.length));
  writeField(encoded, 0, tag, bytes);
  return encoded;
}

const text = (tag: number, value: string) => field(tag, Buffer.from(value));
const entry = (key: Buffer, value: string) =>
  field(TAG.metadata, Buffer.concat([key, text(TAG.value, value)]));
const [TYPE, CONTENT_TYPE, CREATED] = ['type', 'content-type', 'created'].map((key) =>
  text(TAG.key, key),
) as [Buffer, Buffer, Buffer];

/** Encodes an event as the message that every reader receives; the log keeps these bytes, so a read encodes nothing. */
export function encodeRecord(
  event: ProposedEvent,
  { stream, revision, position, created }: Place,
): Uint8Array {
  return Buffer.concat([
    field(TAG.id, text(TAG.idText, event.id)),
    field(TAG.stream, text(TAG.streamName, stream)),
    ...(revision === TOMBSTONE_REVISION
      ? [Buffer.from([TAG.revision]), TOMBSTONE_VARINT]
      : [varint(TAG.revision, revision)]),
    varint(TAG.preparePosition, position),
    varint(TAG.commitPosition, position),
    entry(TYPE, event.type),
    entry(CONTENT_TYPE, event.contentType),
    entry(CREATED, created + TICKS_PER_MILLISECOND),
    field(TAG.customMetadata, event.metadata),
    field(TAG.data, event.data),
  ]);
}

export const dataOf = (record: Uint8Array): Uint8Array =>
  RecordedEvent.deserializeBinary(record).getData_asU8();

/** The record with its id in two 64-bit halves, for readers that do not ask for text. */
export function withStructuredId(record: Uint8Array): Uint8Array {
  const message = RecordedEvent.deserializeBinary(record);
  const hex = message.getId()!.getString().replaceAll('-', '');
  const half = (digits: string) => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString();
  const structured = new shared.UUID.Structured()
    .setMostSignificantBits(half(hex.slice(0, 16)))
    .setLeastSignificantBits(half(hex.slice(16)));
  return message.setId(new shared.UUID().setStructured(structured)).serializeBinary();
}
