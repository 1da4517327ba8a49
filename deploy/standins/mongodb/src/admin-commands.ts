import type { Document } from './bson-reader.js';
import { encodeDocument, encodeBatch } from './bson-writer.js';
import { dropCollection, findCollection, openCollection, renameCollection } from './catalog.js';
import { addCollectionIndex, dropCollectionIndex, type Collection } from './collection.js';
import { parseIndexSpec, equalIndexKeys } from './collection-index.js';
import {
  createHandler,
  createWriteHandler,
  targetCollection,
  type DatabaseCommand,
  type CommandHandler,
  type ServerState,
} from './command.js';
import { openCursor, readCursorSize } from './cursors.js';
import { CommandError } from './errors.js';
import { isPlainDocument } from './key-string.js';
import { compileFilter } from './matcher.js';
import { readDocumentOption, readDocumentsOption, readFlagOption } from './options.js';
import { printValue } from './print-value.js';

function listingReply(
  { cursors }: ServerState,
  namespaceName: string,
  documents: Document[],
): Buffer {
  const firstBatch = openCursor(
    cursors,
    namespaceName,
    undefined,
    documents.map(encodeDocument).values(),
    {
      size: Infinity,
    },
  );
  return encodeBatch('firstBatch', firstBatch.documents, firstBatch.id, namespaceName);
}

function requireCollection(
  { catalog }: ServerState,
  command: DatabaseCommand,
  collectionName = targetCollection(command),
): Collection {
  const collection = findCollection(catalog, command.database, collectionName);
  if (!collection)
    throw new CommandError(26, `ns does not exist: ${command.database}.${collectionName}`);
  return collection;
}

function createCollectionCommand({ catalog }: ServerState, command: DatabaseCommand): Document {
  const collectionName = targetCollection(command);
  if (findCollection(catalog, command.database, collectionName)) {
    throw new CommandError(48, `Collection ${command.database}.${collectionName} already exists.`);
  }
  openCollection(catalog, command.database, collectionName);
  return {};
}

function dropCollectionCommand(server: ServerState, command: DatabaseCommand): Document {
  const collection = findCollection(server.catalog, command.database, targetCollection(command));
  if (!collection) return { ns: `${command.database}.${targetCollection(command)}` };
  dropCollection(server.catalog, command.database, collection.name);
  return { ns: `${command.database}.${collection.name}`, nIndexesWas: collection.indexes.size };
}

function runDropDatabase({ catalog }: ServerState, { database }: DatabaseCommand): Document {
  const collectionNames = [...(catalog.databases.get(database)?.keys() ?? [])];
  for (const collectionName of collectionNames) dropCollection(catalog, database, collectionName);
  return collectionNames.length > 0 ? { dropped: database } : {};
}

function renameCollectionCommand(
  { catalog }: ServerState,
  { database, body }: DatabaseCommand,
): Document {
  if (database !== 'admin')
    throw new CommandError(13, 'renameCollection may only be run against the admin database.');
  const splitNamespace = (qualifiedName: unknown): [string, string] => {
    const namespaceText = String(qualifiedName);
    return [
      namespaceText.slice(0, namespaceText.indexOf('.')),
      namespaceText.slice(namespaceText.indexOf('.') + 1),
    ];
  };
  const [sourceDatabase, sourceName] = splitNamespace(body['renameCollection']);
  const [targetDatabase, targetName] = splitNamespace(body['to']);
  if (sourceDatabase !== targetDatabase)
    throw new CommandError(
      238,
      'renaming into another database is not supported by the development stand-in; use a real mongod',
    );
  renameCollection(
    catalog,
    sourceDatabase,
    sourceName,
    targetName,
    readFlagOption(body, 'dropTarget', false),
  );
  return {};
}

function runListCollections(server: ServerState, { database, body }: DatabaseCommand): Buffer {
  readCursorSize(readDocumentOption(body, 'cursor') ?? {});
  const matchesFilter = compileFilter(readDocumentOption(body, 'filter') ?? {});
  const nameOnly = readFlagOption(body, 'nameOnly', false);
  const descriptions = [...(server.catalog.databases.get(database)?.values() ?? [])].map(
    ({ name }) => ({
      name,
      type: 'collection',
      ...(!nameOnly && {
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      }),
    }),
  );
  return listingReply(
    server,
    `${database}.$cmd.listCollections`,
    descriptions.filter(matchesFilter),
  );
}

function runListDatabases({ catalog }: ServerState, { body }: DatabaseCommand): Document {
  const matchesFilter = compileFilter(readDocumentOption(body, 'filter') ?? {});
  const nameOnly = readFlagOption(body, 'nameOnly', false);
  const databaseList = [...catalog.databases].map(([databaseName, collections]) => {
    const sizeOnDisk = [...collections.values()].reduce(
      (documentCount, { documents }) => documentCount + documents.size,
      0,
    );
    return { name: databaseName, ...(!nameOnly && { sizeOnDisk, empty: sizeOnDisk === 0 }) };
  });
  return {
    databases: databaseList.filter(matchesFilter),
    ...(!nameOnly && { totalSize: 0, totalSizeMb: 0 }),
  };
}

function runCreateIndexes({ catalog }: ServerState, command: DatabaseCommand): Document {
  const indexSpecs = readDocumentsOption(command.body, 'indexes').map(parseIndexSpec);
  const createdCollectionAutomatically = !findCollection(
    catalog,
    command.database,
    targetCollection(command),
  );
  const collection = openCollection(catalog, command.database, targetCollection(command));
  const numIndexesBefore = collection.indexes.size;
  const builtNames: string[] = [];
  try {
    for (const indexSpec of indexSpecs)
      if (addCollectionIndex(collection, indexSpec)) builtNames.push(indexSpec.name);
  } catch (error) {
    for (const indexName of builtNames) dropCollectionIndex(collection, indexName);
    throw error;
  }
  const existingNote = builtNames.length === 0 ? { note: 'all indexes already exist' } : {};
  return {
    numIndexesBefore,
    numIndexesAfter: collection.indexes.size,
    createdCollectionAutomatically,
    ...existingNote,
  };
}

function runListIndexes(server: ServerState, command: DatabaseCommand): Buffer {
  readCursorSize(readDocumentOption(command.body, 'cursor') ?? {});
  const collection = requireCollection(server, command);
  const indexSpecs = [...collection.indexes.values()].map(({ spec }) =>
    spec.name === '_id_' ? { v: 2, key: spec.key, name: spec.name } : { ...spec },
  );
  return listingReply(server, `${command.database}.${collection.name}`, indexSpecs);
}

function runDropIndexes(server: ServerState, command: DatabaseCommand): Document {
  const collection = requireCollection(server, command);
  const nIndexesWas = collection.indexes.size;
  const indexOption = command.body['index'];
  const indexNames = [...collection.indexes.keys()];
  if (indexOption === '*')
    for (const indexName of indexNames.filter((name) => name !== '_id_'))
      dropCollectionIndex(collection, indexName);
  else if (typeof indexOption === 'string') dropCollectionIndex(collection, indexOption);
  else if (isPlainDocument(indexOption)) {
    const matchingName = indexNames.find((indexName) =>
      equalIndexKeys(collection.indexes.get(indexName)!.spec.key, indexOption),
    );
    if (!matchingName)
      throw new CommandError(27, `can't find index with key: ${printValue(indexOption)}`);
    dropCollectionIndex(collection, matchingName);
  } else throw new CommandError(14, "BSON field 'dropIndexes.index' is the wrong type");
  return { nIndexesWas };
}

export const adminCommands: Record<string, CommandHandler> = {
  create: createWriteHandler('', createCollectionCommand),
  drop: createWriteHandler('', dropCollectionCommand),
  dropDatabase: createWriteHandler('', runDropDatabase),
  renameCollection: createWriteHandler('to dropTarget', renameCollectionCommand),
  listCollections: createHandler(
    'filter nameOnly cursor authorizedCollections',
    runListCollections,
  ),
  listDatabases: createHandler('filter nameOnly authorizedDatabases', runListDatabases),
  createIndexes: createWriteHandler('indexes commitQuorum', runCreateIndexes),
  listIndexes: createHandler('cursor', runListIndexes),
  dropIndexes: createWriteHandler('index', runDropIndexes),
};
