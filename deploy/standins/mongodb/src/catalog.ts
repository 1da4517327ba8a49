import { createCollection, type DatabaseChange, type Collection } from './collection.js';
import { CommandError } from './errors.js';

/**
 * Stores the changes of a database before the command gets its reply. In-memory databases need no
 * journal.
 */
export type ChangeJournal = {
  record(databaseChange: DatabaseChange): void;
  flush(): Promise<void>;
};

const MEMORY_JOURNAL: ChangeJournal = { record: () => undefined, flush: async () => undefined };

export type DatabaseCatalog = {
  readonly databases: Map<string, Map<string, Collection>>;
  readonly journals: Map<string, ChangeJournal>;
};

export const findJournal = (catalog: DatabaseCatalog, databaseName: string): ChangeJournal =>
  catalog.journals.get(databaseName) ?? MEMORY_JOURNAL;

const MAX_NAMESPACE_BYTES = 255;

function validateNamespace(databaseName: string, collectionName: string): void {
  const isInvalid =
    collectionName === '' ||
    collectionName.includes('$') ||
    collectionName.includes('\0') ||
    collectionName.startsWith('system.') ||
    collectionName.startsWith('.');
  if (isInvalid || !/^[\w-]{1,63}$/.test(databaseName))
    throw new CommandError(73, `Invalid namespace specified '${databaseName}.${collectionName}'`);
  if (Buffer.byteLength(`${databaseName}.${collectionName}`) > MAX_NAMESPACE_BYTES)
    throw new CommandError(
      73,
      `Fully qualified namespace is too long. Namespace: ${databaseName}.${collectionName} Max: ${MAX_NAMESPACE_BYTES}`,
    );
}

export const findCollection = (
  catalog: DatabaseCatalog,
  databaseName: string,
  collectionName: string,
): Collection | undefined => catalog.databases.get(databaseName)?.get(collectionName);

/**
 * Returns the collection and creates it if necessary. Throws code 73 for a name that mongod would
 * refuse.
 */
export function openCollection(
  catalog: DatabaseCatalog,
  databaseName: string,
  collectionName: string,
): Collection {
  const existingCollection = findCollection(catalog, databaseName, collectionName);
  if (existingCollection) return existingCollection;
  validateNamespace(databaseName, collectionName);
  const collections = catalog.databases.get(databaseName) ?? new Map<string, Collection>();
  catalog.databases.set(databaseName, collections);
  // Looks up the journal on each change, because there is none yet while a log is being replayed.
  const recordChange = (databaseChange: DatabaseChange): void =>
    findJournal(catalog, databaseName).record(databaseChange);
  const createdCollection = createCollection(databaseName, collectionName, recordChange);
  collections.set(collectionName, createdCollection);
  recordChange({ kind: 'create', collection: collectionName });
  return createdCollection;
}

/** Returns false if there is no such collection. Open cursors on it become invalid. */
export function dropCollection(
  catalog: DatabaseCatalog,
  databaseName: string,
  collectionName: string,
): boolean {
  const collections = catalog.databases.get(databaseName);
  const collection = collections?.get(collectionName);
  if (!collections || !collection) return false;
  collection.dropped = true;
  collections.delete(collectionName);
  if (collections.size === 0) catalog.databases.delete(databaseName);
  findJournal(catalog, databaseName).record({ kind: 'drop', collection: collectionName });
  return true;
}

/**
 * Renames a collection within its database, atomically for readers. Throws codes 26 and 48 like
 * mongod.
 */
export function renameCollection(
  catalog: DatabaseCatalog,
  databaseName: string,
  sourceName: string,
  targetName: string,
  dropTarget: boolean,
): void {
  const collections = catalog.databases.get(databaseName);
  const collection = collections?.get(sourceName);
  if (!collections || !collection)
    throw new CommandError(26, `Source collection ${databaseName}.${sourceName} does not exist`);
  validateNamespace(databaseName, targetName);
  if (sourceName === targetName) throw new CommandError(20, "Can't rename a collection to itself");
  const targetCollection = collections.get(targetName);
  if (targetCollection && !dropTarget) throw new CommandError(48, 'target namespace exists');
  if (targetCollection) targetCollection.dropped = true;
  collection.name = targetName;
  collections.delete(sourceName);
  collections.set(targetName, collection);
  findJournal(catalog, databaseName).record({
    kind: 'rename',
    collection: sourceName,
    to: targetName,
  });
}
