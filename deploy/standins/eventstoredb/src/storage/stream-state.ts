import type { DatabaseSync } from 'node:sqlite';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import type { StreamView } from '../domain/expected-revision.js';
import {
  defaultBounds,
  describedStreamOf,
  isSoftDeleted,
  metadataStreamOf,
  parseBounds,
  type ReadBounds,
} from '../domain/stream-metadata.js';
import { EVENT_COLUMNS, toStoredEvent, type EventColumns } from './checksum.js';
import { readRecordData } from './record.js';

/**
 * The cached state of a stream. `id` is undefined until its first event. The log updates it on each
 * write.
 */
export type StreamState = {
  name: string;
  id?: number;
  last: number;
  tombstoned: boolean;
  metadata?: Uint8Array;
  bounds: ReadBounds;
};

const CACHE_CAPACITY = 20_000;

export const toStreamView = ({ last, tombstoned, metadata, bounds }: StreamState): StreamView => ({
  last,
  tombstoned,
  softDeleted: isSoftDeleted(bounds),
  hasMetadata: metadata !== undefined,
});

/**
 * Looks up streams by name and caches the most recently used ones. `forget` clears the cache after
 * a rollback.
 */
export function createStateCache(database: DatabaseSync) {
  const stateCache = new Map<string, StreamState>();
  const selectStreamId = database.prepare('SELECT id FROM streams WHERE name = ?');
  const selectLastEvent = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1`,
  );

  const readStreamId = (streamName: string) =>
    selectStreamId.get(streamName)?.id as number | undefined;

  function readLastEvent(streamName: string, streamId: number | undefined) {
    if (streamId === undefined) return undefined;
    const lastRow = selectLastEvent.get(streamId) as EventColumns | undefined;
    return lastRow && toStoredEvent(lastRow, streamName);
  }

  function readMetadata(streamName: string): Uint8Array | undefined {
    const metadataStream = metadataStreamOf(streamName);
    const metadataEvent = readLastEvent(metadataStream, readStreamId(metadataStream));
    return metadataEvent && readRecordData(metadataEvent.record);
  }

  function loadState(streamName: string): StreamState {
    const streamId = readStreamId(streamName);
    const lastRevision = readLastEvent(streamName, streamId)?.revision ?? -1;
    const metadataBytes = readMetadata(streamName);
    const describedStream = describedStreamOf(streamName);
    return {
      name: streamName,
      id: streamId,
      last: lastRevision,
      metadata: metadataBytes,
      tombstoned:
        lastRevision === TOMBSTONE_REVISION ||
        (describedStream !== undefined && stateOf(describedStream).tombstoned),
      bounds: metadataBytes ? parseBounds(metadataBytes) : defaultBounds(streamName),
    };
  }

  function stateOf(streamName: string): StreamState {
    const streamState = stateCache.get(streamName) ?? loadState(streamName);
    stateCache.delete(streamName);
    stateCache.set(streamName, streamState);
    if (stateCache.size > CACHE_CAPACITY) stateCache.delete(stateCache.keys().next().value!);
    return streamState;
  }

  return { stateOf, forget: () => stateCache.clear() };
}
