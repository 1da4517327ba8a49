import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { fieldLength, varintLength, writeField, writeHeader } from '../wire.js';

const { ReadResp } = streams;

const FIELD_TAGS = { readEvent: 0x0a, event: 0x0a, link: 0x12, commitPosition: 0x18 };

/**
 * Wraps encoded RecordedEvents in the ReadResp message `{ event: { event, link, commit_position }
 * }`, copying each once. Reads are the hot path: the generated classes would decode and encode
 * every event again.
 */
export function encodeEventFrame(
  logPosition: number,
  eventRecord?: Uint8Array,
  linkRecord?: Uint8Array,
): Buffer {
  const fieldLengthOf = (recordBytes?: Uint8Array) =>
    recordBytes ? fieldLength(recordBytes.length) : 0;
  const messageLength =
    fieldLengthOf(eventRecord) + fieldLengthOf(linkRecord) + 1 + varintLength(logPosition);
  const frameBytes = Buffer.allocUnsafe(fieldLength(messageLength));
  let writeOffset = writeHeader(frameBytes, 0, FIELD_TAGS.readEvent, messageLength);
  if (eventRecord) writeOffset = writeField(frameBytes, writeOffset, FIELD_TAGS.event, eventRecord);
  if (linkRecord) writeOffset = writeField(frameBytes, writeOffset, FIELD_TAGS.link, linkRecord);
  writeHeader(frameBytes, writeOffset, FIELD_TAGS.commitPosition, logPosition);
  return frameBytes;
}

const encodeResponse = (responseMessage: InstanceType<typeof ReadResp>) =>
  Buffer.from(responseMessage.serializeBinary());

export const confirmationFrame = (subscriptionId: string): Buffer =>
  encodeResponse(
    new ReadResp().setConfirmation(
      new ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId),
    ),
  );

export const caughtUpFrame = (): Buffer =>
  encodeResponse(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

export const checkpointFrame = (logPosition: number): Buffer =>
  encodeResponse(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint()
        .setCommitPosition(String(logPosition))
        .setPreparePosition(String(logPosition)),
    ),
  );

export const streamNotFoundFrame = (streamName: string): Buffer =>
  encodeResponse(
    new ReadResp().setStreamNotFound(
      new ReadResp.StreamNotFound().setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(streamName).toString('base64')),
      ),
    ),
  );
