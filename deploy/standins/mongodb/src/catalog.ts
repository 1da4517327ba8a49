import { createCollection, type DatabaseChange, type Collection } from './collection.js';
import { CommandError } from './errors.js';

/** Where the changes of a database go before they are answered. Memory needs neither. */
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

/** The collection, made when it does not exist yet. Throws 73 for a name that mongod would refuse. */
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
  // The journal is looked up at each change: there is none yet while a log is being read back.
  const recordChange = (databaseChange: DatabaseChange): void =>
    findJournal(catalog, databaseName).record(databaseChange);
  const createdCollection = createCollection(databaseName, collectionName, recordChange);
  collections.set(collectionName, createdCollection);
  recordChange({ kind: 'create', collection: collectionName });
  return createdCollection;
}

/** False when there is no such collection. Its open cursors die. */
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

/** Puts a collection under another name of its database, in one step for every reader. Codes 26 and 48 as in mongod. */
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
