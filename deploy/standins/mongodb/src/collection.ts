import { readDocument, type Document } from './bson-reader.js';
import { encodeDocument } from './bson-writer.js';
import {
  assertUniqueKeys,
  createIndex,
  storedEntryKey,
  computeIndexKeys,
  equalIndexKeys,
  equalIndexSpecs,
  type CollectionIndex,
  type IndexSpec,
  type StoredDocument,
} from './collection-index.js';
import { CommandError } from './errors.js';

/** A change as written to the log. `bytes` is a whole document. */
export type DatabaseChange =
  | { kind: 'put'; collection: string; bytes: Buffer }
  | { kind: 'delete'; collection: string; bytes: Buffer }
  | { kind: 'create'; collection: string }
  | { kind: 'drop'; collection: string }
  | { kind: 'rename'; collection: string; to: string }
  | { kind: 'createIndex'; collection: string; spec: IndexSpec }
  | { kind: 'dropIndex'; collection: string; index: string };

/** What a paused query must keep from the instant at which it started. */
export type QuerySnapshot = {
  /** The bytes that documents had then, if replaced since. */
  readonly replaced: Map<StoredDocument, Buffer>;
  /** Records the remaining candidates. Runs before the first change during a pause. */
  keepCandidates(): void;
};

export type Collection = {
  readonly database: string;
  name: string;
  readonly documents: Set<StoredDocument>;
  readonly indexes: Map<string, CollectionIndex>;
  /**
   * Set when the collection is dropped or replaced by a rename. Its open cursors are then invalid.
   */
  dropped: boolean;
  /** One for each paused query. */
  readonly snapshots: Set<QuerySnapshot>;
  readonly record: (databaseChange: DatabaseChange) => void;
};

const ID_INDEX_SPEC: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_', unique: true };
let documentCounter = 0;

export function createCollection(
  databaseName: string,
  collectionName: string,
  recordChange: (databaseChange: DatabaseChange) => void,
): Collection {
  const indexesByName = new Map([['_id_', createIndex(ID_INDEX_SPEC)]]);
  return {
    database: databaseName,
    name: collectionName,
    documents: new Set(),
    indexes: indexesByName,
    dropped: false,
    snapshots: new Set(),
    record: recordChange,
  };
}

export const collectionNamespace = ({ database, name }: Collection): string =>
  `${database}.${name}`;

type KeysByIndex = readonly (readonly [CollectionIndex, string[]])[];

/**
 * Computes the keys of a document in the given indexes. Throws code 11000 if a unique key is taken.
 */
function computeCheckedKeys(
  collection: Collection,
  checkedIndexes: readonly CollectionIndex[],
  document: Document,
  storedDocument: StoredDocument,
): KeysByIndex {
  return checkedIndexes.map((collectionIndex) => {
    const indexKeys = computeIndexKeys(collectionIndex, document);
    if (collectionIndex.spec.unique)
      assertUniqueKeys(
        collectionIndex,
        indexKeys,
        storedDocument,
        document,
        collectionNamespace(collection),
      );
    return [collectionIndex, indexKeys] as const;
  });
}

const insertIndexEntries = (keysByIndex: KeysByIndex, storedDocument: StoredDocument): void => {
  for (const [collectionIndex, indexKeys] of keysByIndex)
    for (const indexKey of indexKeys)
      collectionIndex.entries.insert(storedEntryKey(indexKey, storedDocument), storedDocument);
};

function keepCandidates({ snapshots }: Collection): void {
  for (const snapshot of snapshots) snapshot.keepCandidates();
}

/**
 * Inserts a document whose `_id` comes first. The collection owns `documentBytes` from then on;
 * `document` is their decoded form. Throws code 11000.
 */
export function insertDocument(
  collection: Collection,
  documentBytes: Buffer,
  document = readDocument(documentBytes),
): void {
  keepCandidates(collection);
  const storedDocument: StoredDocument = { bytes: documentBytes, number: ++documentCounter };
  insertIndexEntries(
    computeCheckedKeys(collection, [...collection.indexes.values()], document, storedDocument),
    storedDocument,
  );
  collection.documents.add(storedDocument);
  collection.record({ kind: 'put', collection: collection.name, bytes: documentBytes });
}

/**
 * Replaces the bytes of a document; the `_id` must stay the same. Throws code 11000 without
 * changing anything.
 */
export function replaceDocument(
  collection: Collection,
  storedDocument: StoredDocument,
  documentBytes: Buffer,
  document = readDocument(documentBytes),
): void {
  keepCandidates(collection);
  const secondaryIndexes = [...collection.indexes.values()].filter(
    ({ spec }) => spec !== ID_INDEX_SPEC,
  );
  for (const [collectionIndex, newKeys] of computeCheckedKeys(
    collection,
    secondaryIndexes,
    document,
    storedDocument,
  )) {
    const previousKeys = computeIndexKeys(
      collectionIndex,
      readDocument(storedDocument.bytes, 0, collectionIndex.reads),
    );
    if (previousKeys.length === 1 && newKeys.length === 1 && previousKeys[0] === newKeys[0])
      continue;
    for (const indexKey of previousKeys)
      collectionIndex.entries.delete(storedEntryKey(indexKey, storedDocument));
    for (const indexKey of newKeys)
      collectionIndex.entries.insert(storedEntryKey(indexKey, storedDocument), storedDocument);
  }
  for (const { replaced } of collection.snapshots)
    if (!replaced.has(storedDocument)) replaced.set(storedDocument, storedDocument.bytes);
  storedDocument.bytes = documentBytes;
  collection.record({ kind: 'put', collection: collection.name, bytes: documentBytes });
}

export function removeDocument(collection: Collection, storedDocument: StoredDocument): void {
  keepCandidates(collection);
  for (const collectionIndex of collection.indexes.values()) {
    for (const indexKey of computeIndexKeys(
      collectionIndex,
      readDocument(storedDocument.bytes, 0, collectionIndex.reads),
    ))
      collectionIndex.entries.delete(storedEntryKey(indexKey, storedDocument));
  }
  collection.documents.delete(storedDocument);
  const idDocumentBytes = encodeDocument(readDocument(storedDocument.bytes, 0, new Set(['_id'])));
  collection.record({ kind: 'delete', collection: collection.name, bytes: idDocumentBytes });
}

/**
 * Builds an index; returns false if an identical one exists. Throws codes 85, 86, and 11000 like
 * mongod.
 */
export function addCollectionIndex(collection: Collection, indexSpec: IndexSpec): boolean {
  for (const { spec: existingSpec } of collection.indexes.values()) {
    if (
      existingSpec.name === indexSpec.name &&
      (equalIndexSpecs(existingSpec, indexSpec) ||
        (existingSpec === ID_INDEX_SPEC && equalIndexKeys(existingSpec.key, indexSpec.key)))
    )
      return false;
    if (existingSpec.name === indexSpec.name) {
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index: ${indexSpec.name}`,
      );
    }
    if (equalIndexKeys(existingSpec.key, indexSpec.key) && existingSpec === ID_INDEX_SPEC)
      return false;
    if (equalIndexKeys(existingSpec.key, indexSpec.key))
      throw new CommandError(
        85,
        `Index already exists with a different name: ${existingSpec.name}`,
      );
  }
  const createdIndex = createIndex(indexSpec);
  for (const storedDocument of collection.documents) {
    const document = readDocument(storedDocument.bytes, 0, createdIndex.reads);
    const indexKeys = computeIndexKeys(createdIndex, document);
    if (indexSpec.unique)
      assertUniqueKeys(
        createdIndex,
        indexKeys,
        storedDocument,
        document,
        collectionNamespace(collection),
      );
    for (const indexKey of indexKeys)
      createdIndex.entries.insert(storedEntryKey(indexKey, storedDocument), storedDocument);
  }
  collection.indexes.set(indexSpec.name, createdIndex);
  collection.record({ kind: 'createIndex', collection: collection.name, spec: indexSpec });
  return true;
}

export function dropCollectionIndex(collection: Collection, indexName: string): void {
  if (indexName === '_id_') throw new CommandError(72, 'cannot drop _id index');
  if (!collection.indexes.delete(indexName))
    throw new CommandError(27, `index not found with name [${indexName}]`);
  collection.record({ kind: 'dropIndex', collection: collection.name, index: indexName });
}
