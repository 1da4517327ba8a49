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
export const systemEvent = (type: string, data: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data,
  metadata: new Uint8Array(),
});

/** Bytes that one event counts against the append limit and adds to the log position. */
export const sizeOf = ({ type, data, metadata }: ProposedEvent): number =>
  2 * type.length + data.length + metadata.length;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (id: string): boolean => UUID.test(id);
