import { createCollection, type Change, type Collection } from './collection.js';
import { CommandError } from './errors.js';

/** Where the changes of a database go before they are answered. Memory needs neither. */
export type Journal = { record(change: Change): void; flush(): Promise<void> };

const MEMORY: Journal = { record: () => undefined, flush: async () => undefined };

export type Catalogue = {
  readonly databases: Map<string, Map<string, Collection>>;
  readonly journals: Map<string, Journal>;
};

export const journalOf = (catalogue: Catalogue, database: string): Journal =>
  catalogue.journals.get(database) ?? MEMORY;

const MAX_NAMESPACE = 255;

function checkName(database: string, name: string): void {
  const refused =
    name === '' ||
    name.includes('$') ||
    name.includes('\0') ||
    name.startsWith('system.') ||
    name.startsWith('.');
  if (refused || !/^[\w-]{1,63}$/.test(database))
    throw new CommandError(73, `Invalid namespace specified '${database}.${name}'`);
  if (Buffer.byteLength(`${database}.${name}`) > MAX_NAMESPACE)
    throw new CommandError(
      73,
      `Fully qualified namespace is too long. Namespace: ${database}.${name} Max: ${MAX_NAMESPACE}`,
    );
}

export const findCollection = (
  catalogue: Catalogue,
  database: string,
  name: string,
): Collection | undefined => catalogue.databases.get(database)?.get(name);

/** The collection, made when it does not exist yet. Throws 73 for a name that mongod would refuse. */
export function openCollection(catalogue: Catalogue, database: string, name: string): Collection {
  const known = findCollection(catalogue, database, name);
  if (known) return known;
  checkName(database, name);
  const collections = catalogue.databases.get(database) ?? new Map<string, Collection>();
  catalogue.databases.set(database, collections);
  // The journal is looked up at each change: there is none yet while a log is being read back.
  const record = (change: Change): void => journalOf(catalogue, database).record(change);
  const created = createCollection(database, name, record);
  collections.set(name, created);
  record({ kind: 'create', collection: name });
  return created;
}

/** False when there is no such collection. Its open cursors die. */
export function dropCollection(catalogue: Catalogue, database: string, name: string): boolean {
  const collections = catalogue.databases.get(database);
  const collection = collections?.get(name);
  if (!collections || !collection) return false;
  collection.dropped = true;
  collections.delete(name);
  if (collections.size === 0) catalogue.databases.delete(database);
  journalOf(catalogue, database).record({ kind: 'drop', collection: name });
  return true;
}

/** Puts a collection under another name of its database, in one step for every reader. Codes 26 and 48 as in mongod. */
export function renameCollection(
  catalogue: Catalogue,
  database: string,
  from: string,
  to: string,
  dropTarget: boolean,
): void {
  const collections = catalogue.databases.get(database);
  const collection = collections?.get(from);
  if (!collections || !collection)
    throw new CommandError(26, `Source collection ${database}.${from} does not exist`);
  checkName(database, to);
  if (from === to) throw new CommandError(20, "Can't rename a collection to itself");
  const target = collections.get(to);
  if (target && !dropTarget) throw new CommandError(48, 'target namespace exists');
  if (target) target.dropped = true;
  collection.name = to;
  collections.delete(from);
  collections.set(to, collection);
  journalOf(catalogue, database).record({ kind: 'rename', collection: from, to });
}
