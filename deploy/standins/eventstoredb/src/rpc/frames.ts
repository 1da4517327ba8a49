import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { fieldLength, varintLength, writeField, writeHeader } from '../wire.js';

const { ReadResp } = streams;

const TAG = { readEvent: 0x0a, event: 0x0a, link: 0x12, commitPosition: 0x18 };

/**
 * Frames encoded RecordedEvents as the ReadResp message `{ event: { event, link, commit_position } }`, copying each
 * once. Reads are the hot path: the generated classes would decode and encode every event again.
 */
export function eventFrame(position: number, event?: Uint8Array, link?: Uint8Array): Buffer {
  const lengthOf = (bytes?: Uint8Array) => (bytes ? fieldLength(bytes.length) : 0);
  const length = lengthOf(event) + lengthOf(link) + 1 + varintLength(position);
  const frame = Buffer.allocUnsafe(fieldLength(length));
  let offset = writeHeader(frame, 0, TAG.readEvent, length);
  if (event) offset = writeField(frame, offset, TAG.event, event);
  if (link) offset = writeField(frame, offset, TAG.link, link);
  writeHeader(frame, offset, TAG.commitPosition, position);
  return frame;
}

const encode = (response: InstanceType<typeof ReadResp>) => Buffer.from(response.serializeBinary());

export const confirmationFrame = (id: string): Buffer =>
  encode(
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id)),
  );

export const caughtUpFrame = (): Buffer =>
  encode(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

export const checkpointFrame = (position: number): Buffer =>
  encode(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint()
        .setCommitPosition(String(position))
        .setPreparePosition(String(position)),
    ),
  );

export const streamNotFoundFrame = (stream: string): Buffer =>
  encode(
    new ReadResp().setStreamNotFound(
      new ReadResp.StreamNotFound().setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
      ),
    ),
  );
