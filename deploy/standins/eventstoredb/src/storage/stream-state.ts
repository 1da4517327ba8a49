import type { DatabaseSync } from 'node:sqlite';
import { TOMBSTONE_REVISION } from '../domain/event.js';
import type { StreamView } from '../domain/expected-revision.js';
import {
  defaultBounds,
  describedBy,
  isSoftDeleted,
  metadataStreamOf,
  parseBounds,
  type Bounds,
} from '../domain/stream-metadata.js';
import { dataOf } from './record.js';

/** What the log knows of a stream; `id` is undefined until its first event. The log updates it as it writes. */
export type StreamState = {
  id?: number;
  last: number;
  tombstoned: boolean;
  metadata?: Uint8Array;
  bounds: Bounds;
};

const CAPACITY = 20_000;

export const viewOf = ({ last, tombstoned, metadata, bounds }: StreamState): StreamView => ({
  last,
  tombstoned,
  softDeleted: isSoftDeleted(bounds),
  hasMetadata: metadata !== undefined,
});

/** Looks up streams by name and remembers the most recently used ones. `forget` everything when a write is undone. */
export function streamStates(database: DatabaseSync) {
  const cache = new Map<string, StreamState>();
  const findStream = database.prepare('SELECT id FROM streams WHERE name = ?');
  const findLast = database.prepare(
    'SELECT revision, record FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );

  const lastEventOf = (id: number) =>
    findLast.get(id) as { revision: number; record: Uint8Array } | undefined;
  const idOf = (name: string) => findStream.get(name)?.id as number | undefined;

  function metadataOf(name: string): Uint8Array | undefined {
    const id = idOf(metadataStreamOf(name));
    const event = id === undefined ? undefined : lastEventOf(id);
    return event && dataOf(event.record);
  }

  function load(name: string): StreamState {
    const id = idOf(name);
    const last = id === undefined ? -1 : (lastEventOf(id)?.revision ?? -1);
    const metadata = metadataOf(name);
    const described = describedBy(name);
    return {
      id,
      last,
      metadata,
      tombstoned:
        last === TOMBSTONE_REVISION || (described !== undefined && stateOf(described).tombstoned),
      bounds: metadata ? parseBounds(metadata) : defaultBounds(name),
    };
  }

  function stateOf(name: string): StreamState {
    const state = cache.get(name) ?? load(name);
    cache.delete(name);
    cache.set(name, state);
    if (cache.size > CAPACITY) cache.delete(cache.keys().next().value!);
    return state;
  }

  return { stateOf, forget: () => cache.clear() };
}
