import { createHash } from 'node:crypto';
import { type ReadModelCollection, type StoredDocument, CURSOR_BATCH_SIZE } from './projection.js';

/**
 * JSON with sorted fields, so that equal values have equal text. Omits `folded` from documents,
 * because it depends on erasures.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (fieldName, jsonValue: unknown) =>
    fieldName === 'folded'
      ? undefined
      : jsonValue && typeof jsonValue === 'object' && !Array.isArray(jsonValue)
        ? Object.fromEntries(
            Object.entries(jsonValue).sort(([leftName], [rightName]) =>
              leftName < rightName ? -1 : 1,
            ),
          )
        : jsonValue,
  );

/** The SHA-256 hash of the documents in the order of their ids, in hexadecimal. */
export const contentHash = async (
  documents: AsyncIterable<StoredDocument> | Iterable<StoredDocument>,
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const document of documents) hash.update(canonicalJson(document)).update('\n');
  return hash.digest('hex');
};

export const collectionHash = (collection: ReadModelCollection): Promise<string> =>
  contentHash(collection.find({}).sort({ _id: 1 }).batchSize(CURSOR_BATCH_SIZE));
