import { randomUUID } from 'node:crypto';

/**
 * An event proposed by a writer. `id` is a lowercase UUID; `data` and `metadata` are opaque bytes.
 */
export type ProposedEvent = Readonly<{
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}>;

/**
 * Represents the revision of a tombstone event (int64 max on the wire), which is greater than any
 * other revision.
 */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;
export const INT64_MAX = '9223372036854775807';

export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';
export const LINK_TYPE = '$>';

/** Creates an event that the server itself writes. */
export const systemEvent = (eventType: string, eventData: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: eventType,
  contentType: 'application/json',
  data: eventData,
  metadata: new Uint8Array(),
});

/** Size of an event in bytes. It counts toward the append limit and advances the log position. */
export const eventSizeBytes = ({ type, data, metadata }: ProposedEvent): number =>
  2 * type.length + data.length + metadata.length;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (candidate: string): boolean => UUID_PATTERN.test(candidate);
