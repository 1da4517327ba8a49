import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

const { ReadResp } = streams;

/** Bytes of a protobuf base-128 varint; `value` is a whole number below 2^53. */
function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

function writeVarint(target: Uint8Array, at: number, value: number): number {
  let offset = at;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) target[offset++] = (rest % 128) | 128;
  target[offset++] = rest;
  return offset;
}

const bytesLength = (bytes?: Uint8Array) => (bytes ? 1 + varintLength(bytes.length) + bytes.length : 0);

function writeBytes(target: Uint8Array, at: number, tag: number, bytes?: Uint8Array): number {
  if (!bytes) return at;
  target[at] = tag;
  const offset = writeVarint(target, at + 1, bytes.length);
  target.set(bytes, offset);
  return offset + bytes.length;
}

const TAG = { readEvent: 0x0a, event: 0x0a, link: 0x12, commitPosition: 0x18 };

/**
 * Frames encoded RecordedEvents as the ReadResp message `{ event: { event, link, commit_position } }`, copying each
 * once. Reads are the hot path: the generated classes would decode and encode every event again.
 */
export function eventFrame(position: number, event?: Uint8Array, link?: Uint8Array): Buffer {
  const length = bytesLength(event) + bytesLength(link) + 1 + varintLength(position);
  const frame = Buffer.allocUnsafe(1 + varintLength(length) + length);
  frame[0] = TAG.readEvent;
  let offset = writeVarint(frame, 1, length);
  offset = writeBytes(frame, offset, TAG.event, event);
  offset = writeBytes(frame, offset, TAG.link, link);
  frame[offset] = TAG.commitPosition;
  writeVarint(frame, offset + 1, position);
  return frame;
}

const encode = (response: InstanceType<typeof ReadResp>) => Buffer.from(response.serializeBinary());

export const confirmationFrame = (id: string): Buffer =>
  encode(new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id)));

export const caughtUpFrame = (): Buffer => encode(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

export const checkpointFrame = (position: number): Buffer =>
  encode(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
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
