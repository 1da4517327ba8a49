import type { DatabaseSync } from 'node:sqlite';
import { contentHash } from '../platform/projections/content-hash.js';
import { type DecodedEvent, foldBatch } from '../platform/projections/fold.js';
import { categoriesOf, eventsFor } from '../platform/projections/event-filter.js';
import type { AnyProjection, StoredDocument } from '../platform/projections/projection.js';
import { allEvents } from '../slices.js';
import type { Violation } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

/**
 * What a read model must hold: the fold of the log so far. `leftOut` are streams that cannot be folded on, with the reason.
 */
export type Expected = Readonly<{
  projection: AnyProjection;
  documents: Pick<SpilledMap<StoredDocument>, 'get' | 'inOrder' | 'count'>;
  leftOut: ReadonlyMap<string, string>;
  /** Folds the next events of the log. Answers the streams that it leaves out from here on. */
  take(events: readonly DecodedEvent[]): Violation[];
}>;

export const expectedOf = (projection: AnyProjection, spill: DatabaseSync): Expected => {
  const documents = new SpilledMap<StoredDocument>(spill, `documents of ${projection.name}`);
  const leftOut = new Map<string, string>();
  const categories = categoriesOf(projection, allEvents);
  return {
    projection,
    documents,
    leftOut,
    take(events) {
      const own = eventsFor(projection, categories, events);
      const { parked } = foldBatch(projection, own, documents, (stream) => leftOut.has(stream));
      for (const { event, reason } of parked) leftOut.set(event.stream, reason);
      return parked.map(({ event: { stream, revision }, reason }) => ({
        stream,
        revision,
        problem: `${projection.name} leaves the stream out from here on: ${reason}`,
      }));
    },
  };
};

export type Hash = Readonly<{ name: string; documents: number; hash: string }>;

function* contentOf({ documents }: Expected) {
  for (const [, document] of documents.inOrder()) yield document;
}

/** The content hash that the read model must have: see contentHash. */
export const hashOf = async (expected: Expected): Promise<Hash> => ({
  name: expected.projection.name,
  documents: expected.documents.count(),
  hash: await contentHash(contentOf(expected)),
});
