import { randomUUID } from 'node:crypto';

/** An event as a writer proposes it. `id` is a UUID in lower case; `data` and `metadata` are opaque bytes. */
export type ProposedEvent = Readonly<{
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}>;

/** Stands for the revision of the event that tombstones a stream: later than every other (int64 max on the wire). */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;
export const INT64_MAX = '9223372036854775807';

export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';
export const LINK_TYPE = '$>';

/** An event that the server itself writes. */
export const systemEvent = (eventType: string, eventData: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: eventType,
  contentType: 'application/json',
  data: eventData,
  metadata: new Uint8Array(),
});

/** Bytes that one event counts against the append limit and adds to the log position. */
export const eventSizeBytes = ({ type, data, metadata }: ProposedEvent): number =>
  2 * type.length + data.length + metadata.length;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (candidate: string): boolean => UUID_PATTERN.test(candidate);
