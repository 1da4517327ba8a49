import { applyBatch } from './apply.js';
import type { BatchResult, DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { eventsFor } from './event-filter.js';
import { UnknownEventSchema, firstUnknown } from './unknown-event-schema.js';
import type { Parking } from './parking.js';
import type { StoredDocument } from './projection.js';

/**
 * Applies a batch to a live or new collection, skipping events before its position, and parks
 * unreadable streams. Returns the changed documents.
 * @throws UnknownEventSchema after applying everything before that event; store errors
 */
export const projectBatch = async (
  { projection, categories }: Assignment,
  { collection, position: from, parked }: ProjectedCollection,
  events: readonly DecodedEvent[],
  parking: Parking,
): Promise<BatchResult['changed']> => {
  const isParked = (stream: string) => parked.has(stream);
  const changed = new Map<string, StoredDocument>();
  let rest = eventsFor(
    projection,
    categories,
    events.filter(({ position }) => from === null || position > from),
  );
  for (;;) {
    const unknown = firstUnknown(rest, isParked);
    const applied = await applyBatch(
      collection,
      projection,
      unknown ? rest.slice(0, rest.indexOf(unknown)) : rest,
      isParked,
    );
    await parking.park(projection.name, collection.collectionName, applied.parked);
    for (const { event } of applied.parked) parked.add(event.stream);
    for (const [id, document] of applied.changed) changed.set(id, document);
    if (!unknown) return changed;
    // An earlier event of this batch may have parked its stream.
    if (!isParked(unknown.stream)) throw new UnknownEventSchema(unknown);
    rest = rest.slice(rest.indexOf(unknown));
  }
};
