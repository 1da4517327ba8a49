import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { INT64_MAX, TOMBSTONE_REVISION, type ProposedEvent } from '../domain/event.js';
import { fieldLength, varintLength, writeField, writeHeader } from '../wire.js';
import type { StoredEvent } from './checksum.js';

const { RecordedEvent } = streams.ReadResp.ReadEvent;

const TICKS_PER_MILLISECOND = '0000';

export type RecordPlace = Readonly<{
  stream: string;
  revision: number;
  position: number;
  created: number;
}>;

/**
 * Tags of RecordedEvent, its id, its stream, and its metadata entries: field number * 8, plus 2 for
 * bytes or 0 for varints.
 */
const FIELD_TAGS = {
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

/** Int64 max as a varint; JavaScript numbers cannot represent it. */
const TOMBSTONE_VARINT = Buffer.from('ffffffffffffffff7f', 'hex');

function encodeVarintField(fieldTag: number, wholeNumber: number): Buffer {
  const fieldBytes = Buffer.allocUnsafe(1 + varintLength(wholeNumber));
  writeHeader(fieldBytes, 0, fieldTag, wholeNumber);
  return fieldBytes;
}

function encodeField(fieldTag: number, contentBytes: Uint8Array): Buffer {
  const fieldBytes = Buffer.allocUnsafe(fieldLength(contentBytes.length));
  writeField(fieldBytes, 0, fieldTag, contentBytes);
  return fieldBytes;
}

const encodeTextField = (fieldTag: number, textValue: string) =>
  encodeField(fieldTag, Buffer.from(textValue));
const encodeMetadataEntry = (keyField: Buffer, textValue: string) =>
  encodeField(
    FIELD_TAGS.metadata,
    Buffer.concat([keyField, encodeTextField(FIELD_TAGS.value, textValue)]),
  );
const [TYPE_KEY, CONTENT_TYPE_KEY, CREATED_KEY] = ['type', 'content-type', 'created'].map(
  (metadataKey) => encodeTextField(FIELD_TAGS.key, metadataKey),
) as [Buffer, Buffer, Buffer];

/**
 * Encodes an event as the message every reader receives. The log stores these bytes, so a read
 * encodes nothing.
 */
export function encodeRecord(
  proposedEvent: ProposedEvent,
  { stream, revision, position, created }: RecordPlace,
): Uint8Array {
  return Buffer.concat([
    encodeField(FIELD_TAGS.id, encodeTextField(FIELD_TAGS.idText, proposedEvent.id)),
    encodeField(FIELD_TAGS.stream, encodeTextField(FIELD_TAGS.streamName, stream)),
    ...(revision === TOMBSTONE_REVISION
      ? [Buffer.from([FIELD_TAGS.revision]), TOMBSTONE_VARINT]
      : [encodeVarintField(FIELD_TAGS.revision, revision)]),
    encodeVarintField(FIELD_TAGS.preparePosition, position),
    encodeVarintField(FIELD_TAGS.commitPosition, position),
    encodeMetadataEntry(TYPE_KEY, proposedEvent.type),
    encodeMetadataEntry(CONTENT_TYPE_KEY, proposedEvent.contentType),
    encodeMetadataEntry(CREATED_KEY, created + TICKS_PER_MILLISECOND),
    encodeField(FIELD_TAGS.customMetadata, proposedEvent.metadata),
    encodeField(FIELD_TAGS.data, proposedEvent.data),
  ]);
}

export const readRecordData = (recordBytes: Uint8Array): Uint8Array =>
  RecordedEvent.deserializeBinary(recordBytes).getData_asU8();

/** Whether the record of an event says what the other columns repeat. */
export function matchesRecord(storedEvent: StoredEvent): boolean {
  const { id, stream, revision, position, type, created } = storedEvent;
  try {
    const record = RecordedEvent.deserializeBinary(storedEvent.record);
    const metadata = record.getMetadataMap();
    const streamName = record.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array();
    return (
      record.getId()?.getString() === id &&
      Buffer.from(streamName).toString() === stream &&
      record.getStreamRevision() ===
        (revision === TOMBSTONE_REVISION ? INT64_MAX : String(revision)) &&
      record.getPreparePosition() === String(position) &&
      record.getCommitPosition() === String(position) &&
      metadata.get('type') === type &&
      metadata.get('created') === created + TICKS_PER_MILLISECOND
    );
  } catch {
    return false;
  }
}

/** The record with its id as two 64-bit halves, for readers that do not request text. */
export function withStructuredId(recordBytes: Uint8Array): Uint8Array {
  const recordMessage = RecordedEvent.deserializeBinary(recordBytes);
  const idDigits = recordMessage.getId()!.getString().replaceAll('-', '');
  const toInt64Text = (hexDigits: string) => BigInt.asIntN(64, BigInt(`0x${hexDigits}`)).toString();
  const structuredId = new shared.UUID.Structured()
    .setMostSignificantBits(toInt64Text(idDigits.slice(0, 16)))
    .setLeastSignificantBits(toInt64Text(idDigits.slice(16)));
  return recordMessage.setId(new shared.UUID().setStructured(structuredId)).serializeBinary();
}
