import type mongoose from 'mongoose';
import { type BatchResult, type DecodedEvent, foldBatch, documentIdsOf } from './fold.js';
import type { AnyProjection, ReadModelCollection, StoredDocument } from './projection.js';
import { isDocumentError, rejectionReason } from './document-errors.js';

type BulkWrite = mongoose.mongo.AnyBulkWriteOperation<StoredDocument>;
type Documents = ReadonlyMap<string, StoredDocument>;
type ChangedDocuments = BatchResult['changed'];

/** Loads all documents that the events touch in one query. */
const loadDocuments = async (
  collection: ReadModelCollection,
  projection: AnyProjection,
  decodedEvents: readonly DecodedEvent[],
) => {
  const documentIds = new Set<string>();
  for (const decodedEvent of decodedEvents) {
    try {
      if (!('unreadable' in decodedEvent))
        for (const documentId of documentIdsOf(projection, decodedEvent))
          documentIds.add(documentId);
    } catch {
      // foldBatch fails in the same way, and parks the stream.
    }
  }
  const storedDocuments =
    documentIds.size > 0 ? await collection.find({ _id: { $in: [...documentIds] } }).toArray() : [];
  return new Map(storedDocuments.map((document) => [document._id, document as StoredDocument]));
};

/**
 * Writes whole documents in one bulk. Writes each one only if neither its position nor its number
 * of refolds has changed since it was loaded.
 * @throws Error if another process wrote at the same time
 */
export const writeDocuments = async (
  collection: ReadModelCollection,
  previousDocuments: Documents,
  changedDocuments: ChangedDocuments,
): Promise<void> => {
  const bulkWrites = [...changedDocuments].map(([_id, document]): BulkWrite => {
    const previousDocument = previousDocuments.get(_id);
    if (!previousDocument) return { insertOne: { document } };
    const { position, folded } = previousDocument;
    const unchanged = { _id, position, ...(folded && { 'folded.again': folded.again }) };
    return { replaceOne: { filter: unchanged, replacement: document } };
  });
  if (bulkWrites.length === 0) return;
  const { insertedCount, matchedCount } = await collection.bulkWrite(bulkWrites, {
    ordered: false,
  });
  if (insertedCount + matchedCount !== bulkWrites.length)
    throw new Error(`${collection.collectionName}: another process wrote at the same time`);
};

/** The documents that a bulk write stored although MongoDB rejected others. */
const findStored = async (
  collection: ReadModelCollection,
  changedDocuments: ChangedDocuments,
): Promise<[string, StoredDocument][]> => {
  const storedPositions = await collection
    .find({ _id: { $in: [...changedDocuments.keys()] } })
    .project<Pick<StoredDocument, '_id' | 'position'>>({ position: 1 })
    .toArray();
  return storedPositions.flatMap(({ _id, position }) => {
    const document = changedDocuments.get(_id)!;
    return document.position === position ? [[_id, document]] : [];
  });
};

/**
 * Loads, folds, and writes the documents of a batch. If MongoDB rejects a document, the batch is
 * halved until the responsible event is found, and its stream is parked with the reason.
 * @throws Error if another process wrote at the same time; then restart from the checkpoint
 */
export const applyBatch = async (
  collection: ReadModelCollection,
  projection: AnyProjection,
  decodedEvents: readonly DecodedEvent[],
  isParked: (stream: string) => boolean,
): Promise<BatchResult> => {
  const previousDocuments = await loadDocuments(collection, projection, decodedEvents);
  const batchResult = foldBatch(projection, decodedEvents, new Map(previousDocuments), isParked);
  let stored: [string, StoredDocument][];
  try {
    await writeDocuments(collection, previousDocuments, batchResult.changed);
    return batchResult;
  } catch (error) {
    if (!isDocumentError(error)) throw error;
    stored = await findStored(collection, batchResult.changed);
    const [onlyEvent] = decodedEvents;
    if (onlyEvent && decodedEvents.length === 1)
      return {
        changed: new Map(stored),
        parked: [{ event: onlyEvent, reason: rejectionReason(error) }],
      };
  }
  const middleIndex = Math.ceil(decodedEvents.length / 2);
  const firstHalf = await applyBatch(
    collection,
    projection,
    decodedEvents.slice(0, middleIndex),
    isParked,
  );
  const parkedStreams = new Set(firstHalf.parked.map(({ event }) => event.stream));
  const isParkedNow = (stream: string) => parkedStreams.has(stream) || isParked(stream);
  const secondHalf = await applyBatch(
    collection,
    projection,
    decodedEvents.slice(middleIndex),
    isParkedNow,
  );
  return {
    changed: new Map([...stored, ...firstHalf.changed, ...secondHalf.changed]),
    parked: [...firstHalf.parked, ...secondHalf.parked],
  };
};
