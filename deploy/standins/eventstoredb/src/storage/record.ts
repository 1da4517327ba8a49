import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { INT64_MAX, TOMBSTONE_REVISION, type ProposedEvent } from '../domain/event.js';

const { RecordedEvent } = streams.ReadResp.ReadEvent;

const TICKS_PER_MILLISECOND = '0000';

export type Place = Readonly<{ stream: string; revision: number; position: number; created: number }>;

/** Encodes an event as the message that every reader receives; the log keeps these bytes, so a read encodes nothing. */
export function encodeRecord(event: ProposedEvent, { stream, revision, position, created }: Place): Uint8Array {
  const record = new RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')))
    .setStreamRevision(revision === TOMBSTONE_REVISION ? INT64_MAX : String(revision))
    .setPreparePosition(String(position))
    .setCommitPosition(String(position))
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', created + TICKS_PER_MILLISECOND);
  return record.serializeBinary();
}

export const dataOf = (record: Uint8Array): Uint8Array => RecordedEvent.deserializeBinary(record).getData_asU8();

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
