import { createHash } from 'node:crypto';
import { type ReadModelCollection, type StoredDocument, WALKED_TOGETHER } from './projection.js';

/** JSON with the fields of every object in alphabetical order, so that equal contents are equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** SHA-256 over documents in the order of their ids, hexadecimal: equal for equal contents. */
export const contentHash = async (
  documents: AsyncIterable<StoredDocument> | Iterable<StoredDocument>,
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const document of documents) hash.update(canonicalJson(document)).update('\n');
  return hash.digest('hex');
};

/** The content hash of a collection. */
export const collectionHash = (collection: ReadModelCollection): Promise<string> =>
  contentHash(collection.find({}).sort({ _id: 1 }).batchSize(WALKED_TOGETHER));
