import type { Document } from './bson-reader.js';
import { encode, encodeBatch } from './bson-writer.js';
import { dropCollection, findCollection, openCollection, renameCollection } from './catalogue.js';
import { addIndex, dropIndex, type Collection } from './collection.js';
import { parseIndexSpec, sameKey } from './collection-index.js';
import {
  documentOption,
  documentsOption,
  flagOption,
  handler,
  target,
  type Command,
  type Handler,
  type Server,
} from './command.js';
import { openCursor } from './cursors.js';
import { CommandError } from './errors.js';
import { isDocument } from './key-string.js';
import { compileFilter } from './matcher.js';
import { printValue } from './print-value.js';

function listing({ cursors }: Server, ns: string, documents: Document[]): Buffer {
  const batch = openCursor(cursors, ns, undefined, documents.map(encode).values(), {
    size: Infinity,
  });
  return encodeBatch('firstBatch', batch.documents, batch.id, ns);
}

function existing({ catalogue }: Server, command: Command, name = target(command)): Collection {
  const collection = findCollection(catalogue, command.database, name);
  if (!collection) throw new CommandError(26, `ns does not exist: ${command.database}.${name}`);
  return collection;
}

function runCreate({ catalogue }: Server, command: Command): Document {
  const name = target(command);
  if (findCollection(catalogue, command.database, name)) {
    throw new CommandError(48, `Collection ${command.database}.${name} already exists.`);
  }
  openCollection(catalogue, command.database, name);
  return {};
}

function runDrop(server: Server, command: Command): Document {
  const collection = findCollection(server.catalogue, command.database, target(command));
  if (!collection) return { ns: `${command.database}.${target(command)}` };
  dropCollection(server.catalogue, command.database, collection.name);
  return { ns: `${command.database}.${collection.name}`, nIndexesWas: collection.indexes.size };
}

function runDropDatabase({ catalogue }: Server, { database }: Command): Document {
  const names = [...(catalogue.databases.get(database)?.keys() ?? [])];
  for (const name of names) dropCollection(catalogue, database, name);
  return names.length > 0 ? { dropped: database } : {};
}

function runRename({ catalogue }: Server, { database, body }: Command): Document {
  if (database !== 'admin')
    throw new CommandError(13, 'renameCollection may only be run against the admin database.');
  const cut = (given: unknown): [string, string] => {
    const text = String(given);
    return [text.slice(0, text.indexOf('.')), text.slice(text.indexOf('.') + 1)];
  };
  const [from, source] = cut(body['renameCollection']);
  const [to, name] = cut(body['to']);
  if (from !== to)
    throw new CommandError(
      238,
      'renaming into another database is not supported by the development stand-in; use a real mongod',
    );
  renameCollection(catalogue, from, source, name, flagOption(body, 'dropTarget', false));
  return {};
}

function runListCollections(server: Server, { database, body }: Command): Buffer {
  const matches = compileFilter(documentOption(body, 'filter') ?? {});
  const nameOnly = flagOption(body, 'nameOnly', false);
  const all = [...(server.catalogue.databases.get(database)?.values() ?? [])].map(({ name }) => ({
    name,
    type: 'collection',
    ...(!nameOnly && {
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }),
  }));
  return listing(server, `${database}.$cmd.listCollections`, all.filter(matches));
}

function runListDatabases({ catalogue }: Server, { body }: Command): Document {
  const matches = compileFilter(documentOption(body, 'filter') ?? {});
  const nameOnly = flagOption(body, 'nameOnly', false);
  const databases = [...catalogue.databases].map(([name, collections]) => {
    const sizeOnDisk = [...collections.values()].reduce(
      (sum, { documents }) => sum + documents.size,
      0,
    );
    return { name, ...(!nameOnly && { sizeOnDisk, empty: sizeOnDisk === 0 }) };
  });
  return {
    databases: databases.filter(matches),
    ...(!nameOnly && { totalSize: 0, totalSizeMb: 0 }),
  };
}

function runCreateIndexes({ catalogue }: Server, command: Command): Document {
  const specs = documentsOption(command.body, 'indexes').map(parseIndexSpec);
  const createdCollectionAutomatically = !findCollection(
    catalogue,
    command.database,
    target(command),
  );
  const collection = openCollection(catalogue, command.database, target(command));
  const numIndexesBefore = collection.indexes.size;
  const built: string[] = [];
  try {
    for (const spec of specs) if (addIndex(collection, spec)) built.push(spec.name);
  } catch (error) {
    for (const name of built) dropIndex(collection, name);
    throw error;
  }
  const note = built.length === 0 ? { note: 'all indexes already exist' } : {};
  return {
    numIndexesBefore,
    numIndexesAfter: collection.indexes.size,
    createdCollectionAutomatically,
    ...note,
  };
}

function runListIndexes(server: Server, command: Command): Buffer {
  const collection = existing(server, command);
  const specs = [...collection.indexes.values()].map(({ spec }) =>
    spec.name === '_id_' ? { v: 2, key: spec.key, name: spec.name } : { ...spec },
  );
  return listing(server, `${command.database}.${collection.name}`, specs);
}

function runDropIndexes(server: Server, command: Command): Document {
  const collection = existing(server, command);
  const nIndexesWas = collection.indexes.size;
  const given = command.body['index'];
  const names = [...collection.indexes.keys()];
  if (given === '*')
    for (const name of names.filter((name) => name !== '_id_')) dropIndex(collection, name);
  else if (typeof given === 'string') dropIndex(collection, given);
  else if (isDocument(given)) {
    const found = names.find((name) => sameKey(collection.indexes.get(name)!.spec.key, given));
    if (!found) throw new CommandError(27, `can't find index with key: ${printValue(given)}`);
    dropIndex(collection, found);
  } else throw new CommandError(14, "BSON field 'dropIndexes.index' is the wrong type");
  return { nIndexesWas };
}

export const adminCommands: Record<string, Handler> = {
  create: handler('', runCreate),
  drop: handler('', runDrop),
  dropDatabase: handler('', runDropDatabase),
  renameCollection: handler('to dropTarget', runRename),
  listCollections: handler('filter nameOnly cursor authorizedCollections', runListCollections),
  listDatabases: handler('filter nameOnly authorizedDatabases', runListDatabases),
  createIndexes: handler('indexes commitQuorum', runCreateIndexes),
  listIndexes: handler('cursor', runListIndexes),
  dropIndexes: handler('index', runDropIndexes),
};
