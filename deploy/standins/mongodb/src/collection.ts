import { readDocument, type Document } from './bson-reader.js';
import { encode } from './bson-writer.js';
import {
  checkUnique,
  createIndex,
  entryKey,
  keysOf,
  sameKey,
  sameSpec,
  type CollectionIndex,
  type IndexSpec,
  type StoredDocument,
} from './collection-index.js';
import { CommandError } from './errors.js';

/** A change as a durable database writes it down. `bytes` are a whole document. */
export type Change =
  | { kind: 'put'; collection: string; bytes: Buffer }
  | { kind: 'delete'; collection: string; bytes: Buffer }
  | { kind: 'create'; collection: string }
  | { kind: 'drop'; collection: string }
  | { kind: 'rename'; collection: string; to: string }
  | { kind: 'createIndex'; collection: string; spec: IndexSpec }
  | { kind: 'dropIndex'; collection: string; index: string };

export type Collection = {
  readonly database: string;
  name: string;
  readonly documents: Set<StoredDocument>;
  readonly indexes: Map<string, CollectionIndex>;
  /** Set once the collection is dropped or renamed away: its open cursors are dead. */
  dropped: boolean;
  readonly record: (change: Change) => void;
};

const ID_INDEX: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_', unique: true };
let numbers = 0;

export function createCollection(
  database: string,
  name: string,
  record: (change: Change) => void,
): Collection {
  const indexes = new Map([['_id_', createIndex(ID_INDEX)]]);
  return { database, name, documents: new Set(), indexes, dropped: false, record };
}

export const namespace = ({ database, name }: Collection): string => `${database}.${name}`;

type Keys = readonly (readonly [CollectionIndex, string[]])[];

/** The keys of a document in indexes, after checking that no unique one is taken by another. */
function checkedKeys(
  collection: Collection,
  indexes: readonly CollectionIndex[],
  document: Document,
  self: StoredDocument,
): Keys {
  return indexes.map((index) => {
    const keys = keysOf(index, document);
    if (index.spec.unique) checkUnique(index, keys, self, document, namespace(collection));
    return [index, keys] as const;
  });
}

const add = (keys: Keys, stored: StoredDocument): void => {
  for (const [index, list] of keys)
    for (const key of list) index.entries.insert(entryKey(key, stored), stored);
};

/** Takes a document whose `_id` comes first and whose bytes belong to the collection; `document` is what they hold. Throws 11000. */
export function insert(
  collection: Collection,
  bytes: Buffer,
  document = readDocument(bytes),
): void {
  const stored: StoredDocument = { bytes, number: ++numbers };
  add(checkedKeys(collection, [...collection.indexes.values()], document, stored), stored);
  collection.documents.add(stored);
  collection.record({ kind: 'put', collection: collection.name, bytes });
}

/** Puts other bytes, with the same `_id`, in the place of a document. Throws 11000 and then leaves all as it was. */
export function replace(
  collection: Collection,
  stored: StoredDocument,
  bytes: Buffer,
  document = readDocument(bytes),
): void {
  const indexes = [...collection.indexes.values()].filter(({ spec }) => spec !== ID_INDEX);
  for (const [index, keys] of checkedKeys(collection, indexes, document, stored)) {
    const old = keysOf(index, readDocument(stored.bytes, 0, index.reads));
    if (old.length === 1 && keys.length === 1 && old[0] === keys[0]) continue;
    for (const key of old) index.entries.delete(entryKey(key, stored));
    for (const key of keys) index.entries.insert(entryKey(key, stored), stored);
  }
  stored.bytes = bytes;
  collection.record({ kind: 'put', collection: collection.name, bytes });
}

export function remove(collection: Collection, stored: StoredDocument): void {
  for (const index of collection.indexes.values()) {
    for (const key of keysOf(index, readDocument(stored.bytes, 0, index.reads)))
      index.entries.delete(entryKey(key, stored));
  }
  collection.documents.delete(stored);
  const bytes = encode(readDocument(stored.bytes, 0, new Set(['_id'])));
  collection.record({ kind: 'delete', collection: collection.name, bytes });
}

/** Builds an index unless an identical one exists; false in that case. Codes 85, 86 and 11000 as in mongod. */
export function addIndex(collection: Collection, spec: IndexSpec): boolean {
  for (const { spec: other } of collection.indexes.values()) {
    if (
      other.name === spec.name &&
      (sameSpec(other, spec) || (other === ID_INDEX && sameKey(other.key, spec.key)))
    )
      return false;
    if (other.name === spec.name) {
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index: ${spec.name}`,
      );
    }
    if (sameKey(other.key, spec.key) && other === ID_INDEX) return false;
    if (sameKey(other.key, spec.key))
      throw new CommandError(85, `Index already exists with a different name: ${other.name}`);
  }
  const index = createIndex(spec);
  for (const stored of collection.documents) {
    const document = readDocument(stored.bytes, 0, index.reads);
    const keys = keysOf(index, document);
    if (spec.unique) checkUnique(index, keys, stored, document, namespace(collection));
    for (const key of keys) index.entries.insert(entryKey(key, stored), stored);
  }
  collection.indexes.set(spec.name, index);
  collection.record({ kind: 'createIndex', collection: collection.name, spec });
  return true;
}

export function dropIndex(collection: Collection, name: string): void {
  if (name === '_id_') throw new CommandError(72, 'cannot drop _id index');
  if (!collection.indexes.delete(name))
    throw new CommandError(27, `index not found with name [${name}]`);
  collection.record({ kind: 'dropIndex', collection: collection.name, index: name });
}
