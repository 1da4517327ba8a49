import type mongoose from 'mongoose';
import { type BatchResult, type DecodedEvent, foldBatch, keysOf } from './fold.js';
import type { AnyProjection, ReadModelCollection, StoredDocument } from './projection.js';
import { isDocumentError, reasonOf } from './document-errors.js';

type Write = mongoose.mongo.AnyBulkWriteOperation<StoredDocument>;
type Documents = ReadonlyMap<string, StoredDocument>;
type Changed = BatchResult['changed'];

/** Loads the documents of the events in one query. */
const load = async (
  collection: ReadModelCollection,
  projection: AnyProjection,
  events: readonly DecodedEvent[],
) => {
  const ids = new Set<string>();
  for (const event of events) {
    try {
      if (!('unreadable' in event)) for (const id of keysOf(projection, event)) ids.add(id);
    } catch {
      // foldBatch meets the same failure again, and parks the stream for it.
    }
  }
  const found = ids.size > 0 ? await collection.find({ _id: { $in: [...ids] } }).toArray() : [];
  return new Map(found.map((document) => [document._id, document as StoredDocument]));
};

/**
 * Writes whole documents in one bulk, each only if its position has not changed since it was
 * loaded.
 */
const write = async (
  collection: ReadModelCollection,
  before: Documents,
  changed: Changed,
): Promise<void> => {
  const writes = [...changed].map(([_id, document]): Write => {
    const position = before.get(_id)?.position;
    if (position === undefined) return { insertOne: { document } };
    return { replaceOne: { filter: { _id, position }, replacement: document } };
  });
  if (writes.length === 0) return;
  const { insertedCount, matchedCount } = await collection.bulkWrite(writes, {
    ordered: false,
  });
  if (insertedCount + matchedCount !== writes.length)
    throw new Error(`${collection.collectionName}: another process wrote at the same time`);
};

/**
 * Loads, folds, and writes the documents of a batch. If MongoDB rejects a document, the batch is
 * halved until the responsible event is found; its stream is parked with the reason.
 * @throws Error if another process wrote in between: restart from the checkpoint.
 */
export const applyBatch = async (
  collection: ReadModelCollection,
  projection: AnyProjection,
  events: readonly DecodedEvent[],
  isParked: (stream: string) => boolean,
): Promise<BatchResult> => {
  const before = await load(collection, projection, events);
  const applied = foldBatch(projection, events, new Map(before), isParked);
  try {
    await write(collection, before, applied.changed);
    return applied;
  } catch (error) {
    if (!isDocumentError(error)) throw error;
    const [event] = events;
    if (event && events.length === 1)
      return { changed: new Map(), parked: [{ event, reason: reasonOf(error) }] };
  }
  const middle = Math.ceil(events.length / 2);
  const first = await applyBatch(collection, projection, events.slice(0, middle), isParked);
  const left = new Set(first.parked.map(({ event }) => event.stream));
  const isLeft = (stream: string) => left.has(stream) || isParked(stream);
  const second = await applyBatch(collection, projection, events.slice(middle), isLeft);
  return {
    changed: new Map([...first.changed, ...second.changed]),
    parked: [...first.parked, ...second.parked],
  };
};
