import { applyBatch } from './apply.js';
import type { BatchResult, DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { eventsFor } from './event-filter.js';
import { UnknownEventSchema, firstUnknown } from './unknown-event-schema.js';
import type { Parking } from './parking.js';
import type { StoredDocument } from './projection.js';

/**
 * Applies a batch to a live or new collection. Skips events up to the collection's position, and
 * parks unreadable streams. Returns the changed documents.
 * @throws UnknownEventSchema after applying all earlier events; store errors
 */
export const projectBatch = async (
  { projection, categories }: Assignment,
  { collection, position: fromPosition, parked }: ProjectedCollection,
  decodedEvents: readonly DecodedEvent[],
  parkingStore: Parking,
): Promise<BatchResult['changed']> => {
  const isParked = (stream: string) => parked.has(stream);
  const changedDocuments = new Map<string, StoredDocument>();
  let remainingEvents = eventsFor(
    projection,
    categories,
    decodedEvents.filter(({ position }) => fromPosition === null || position > fromPosition),
  );
  for (;;) {
    const unknownEvent = firstUnknown(remainingEvents, isParked);
    const batchResult = await applyBatch(
      collection,
      projection,
      unknownEvent
        ? remainingEvents.slice(0, remainingEvents.indexOf(unknownEvent))
        : remainingEvents,
      isParked,
    );
    await parkingStore.parkStreams(projection.name, collection.collectionName, batchResult.parked);
    for (const { event } of batchResult.parked) parked.add(event.stream);
    for (const [id, document] of batchResult.changed) changedDocuments.set(id, document);
    if (!unknownEvent) return changedDocuments;
    // An earlier event of this batch may have parked the stream.
    if (!isParked(unknownEvent.stream)) throw new UnknownEventSchema(unknownEvent);
    remainingEvents = remainingEvents.slice(remainingEvents.indexOf(unknownEvent));
  }
};
