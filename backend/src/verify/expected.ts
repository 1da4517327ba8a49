import type { DatabaseSync } from 'node:sqlite';
import { contentHash } from '../platform/projections/content-hash.js';
import { type DecodedEvent, foldBatch } from '../platform/projections/fold.js';
import { categoriesOf, eventsFor } from '../platform/projections/event-filter.js';
import type { AnyProjection, StoredDocument } from '../platform/projections/projection.js';
import { type EventSet, keyErasuresIn } from '../platform/kernel/events.js';
import type { Violation } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

/**
 * The expected read model, folded from the log so far. `leftOut` contains the parked streams with
 * the reasons.
 */
export type Expected = Readonly<{
  projection: AnyProjection;
  documents: Pick<SpilledMap<StoredDocument>, 'get' | 'entriesInOrder' | 'countEntries'>;
  leftOut: ReadonlyMap<string, string>;
  /** The position of the last event that can change the read model; empty if there is none. */
  lastPosition(): string;
  /** Folds the next events. Returns newly parked streams as violations. */
  takeBatch(recordedEvents: readonly DecodedEvent[]): Violation[];
}>;

export const expectedOf = (
  projection: AnyProjection,
  eventSets: readonly EventSet[],
  spillDatabase: DatabaseSync,
): Expected => {
  const documents = new SpilledMap<StoredDocument>(
    spillDatabase,
    `documents of ${projection.name}`,
  );
  const parkedStreams = new Map<string, string>();
  const categories = categoriesOf(projection, eventSets);
  const erasureTypes = keyErasuresIn(eventSets);
  let lastPosition = '';
  return {
    projection,
    documents,
    leftOut: parkedStreams,
    lastPosition: () => lastPosition,
    takeBatch(recordedEvents) {
      const relevantEvents = eventsFor(projection, categories, recordedEvents);
      const lastRelevant = relevantEvents.at(-1)?.position ?? lastPosition;
      const lastErasure = recordedEvents.findLast(({ type }) => erasureTypes.has(type));
      lastPosition =
        lastErasure && lastErasure.position > lastRelevant ? lastErasure.position : lastRelevant;
      const { parked } = foldBatch(projection, relevantEvents, documents, (stream) =>
        parkedStreams.has(stream),
      );
      for (const { event, reason } of parked) parkedStreams.set(event.stream, reason);
      return parked.map(({ event: { stream, revision }, reason }) => ({
        stream,
        revision,
        problem: `${projection.name} parks the stream from here on: ${reason}`,
      }));
    },
  };
};

export type ReadModelHash = Readonly<{ name: string; documents: number; hash: string }>;

function* contentOf({ documents }: Expected) {
  for (const [, document] of documents.entriesInOrder()) yield document;
}

/** The expected content hash of the read model (see contentHash). */
export const computeHash = async (expected: Expected): Promise<ReadModelHash> => ({
  name: expected.projection.name,
  documents: expected.documents.countEntries(),
  hash: await contentHash(contentOf(expected)),
});
