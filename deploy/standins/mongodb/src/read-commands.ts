import { findCollection } from './catalog.js';
import { readDocument, type Document } from './bson-reader.js';
import { encodeDocument, encodeBatch } from './bson-writer.js';
import {
  createHandler,
  targetCollection,
  type DatabaseCommand,
  type CommandHandler,
  type ServerState,
} from './command.js';
import { openCursor, readCursorSize, readNextBatch } from './cursors.js';
import { CommandError, notSupported } from './errors.js';
import { explainFind } from './explain.js';
import { encodeKeyString } from './key-string.js';
import { compileFilter } from './matcher.js';
import { parseFieldPath, parseSortFields, anyValueAt } from './paths.js';
import { readCountOption, readDocumentOption, readFlagOption, typeMismatch } from './options.js';
import { sortByKey, visitAll, type PausingWork } from './pauses.js';
import { runPipeline } from './pipeline.js';
import { compileProjection, type Projection } from './projection.js';
import { findDocuments, type FindQuery } from './query.js';

const FIND_OPTIONS = 'filter sort projection skip limit batchSize singleBatch allowDiskUse';

const readFindQuery = (commandBody: Document, filterOption = 'filter'): FindQuery => ({
  filter: readDocumentOption(commandBody, filterOption),
  sort: readDocumentOption(commandBody, 'sort'),
  skip: readCountOption(commandBody, 'skip'),
  limit: readCountOption(commandBody, 'limit'),
});

/**
 * Validates a query on a missing collection, so it is refused even if there is nothing to search.
 */
function validateQuery({ filter = {}, sort = {} }: FindQuery): void {
  compileFilter(filter);
  parseSortFields(sort);
}

function* encodeDocuments(resultDocuments: Iterable<Document>): Generator<Buffer> {
  for (const resultDocument of resultDocuments) yield encodeDocument(resultDocument);
}

function* projectDocuments(
  foundDocuments: readonly Buffer[],
  applyProjection: Projection,
): Generator<Buffer> {
  for (const documentBytes of foundDocuments)
    yield encodeDocument(applyProjection(readDocument(documentBytes)));
}

function* findCommand(
  { catalog, cursors }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Buffer> {
  const { database, body } = databaseCommand;
  const collection = findCollection(catalog, database, targetCollection(databaseCommand));
  const findQuery = readFindQuery(body);
  const applyProjection = compileProjection(readDocumentOption(body, 'projection'));
  if (!collection) validateQuery(findQuery);
  const batchOptions = {
    size: readCountOption(body, 'batchSize'),
    single: readFlagOption(body, 'singleBatch', false),
  };
  // A document that is replaced while the cursor is open is sent in its old form.
  const foundDocuments = collection
    ? (yield* findDocuments(collection, findQuery)).documents.map(({ bytes }) => bytes)
    : [];
  const documentIterator = applyProjection
    ? projectDocuments(foundDocuments, applyProjection)
    : foundDocuments.values();
  const namespaceName = `${database}.${targetCollection(databaseCommand)}`;
  const cursorBatch = openCursor(
    cursors,
    namespaceName,
    collection,
    documentIterator,
    batchOptions,
  );
  return encodeBatch('firstBatch', cursorBatch.documents, cursorBatch.id, namespaceName);
}

function readCursorId(optionValue: unknown, optionName: string): bigint {
  if (typeof optionValue === 'bigint') return optionValue;
  if (Number.isInteger(optionValue)) return BigInt(optionValue as number);
  throw typeMismatch(optionName, 'long');
}

function getMoreCommand({ cursors }: ServerState, { database, body }: DatabaseCommand): Buffer {
  const namespaceName = `${database}.${String(body['collection'])}`;
  const cursorBatch = readNextBatch(
    cursors,
    readCursorId(body['getMore'], 'getMore'),
    namespaceName,
    readCountOption(body, 'batchSize') || undefined,
  );
  return encodeBatch('nextBatch', cursorBatch.documents, cursorBatch.id, namespaceName);
}

function killCursorsCommand({ cursors }: ServerState, { body }: DatabaseCommand): Document {
  const cursorList = body['cursors'];
  if (!Array.isArray(cursorList)) throw typeMismatch('cursors', 'array');
  const cursorIds = cursorList.map((cursorId) => readCursorId(cursorId, 'cursors'));
  const cursorsKilled = cursorIds.filter((cursorId) => cursors.open.delete(cursorId));
  const cursorsNotFound = cursorIds.filter((cursorId) => !cursorsKilled.includes(cursorId));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
}

function* countCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const collection = findCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  const countQuery = readFindQuery(databaseCommand.body, 'query');
  if (!collection) {
    validateQuery(countQuery);
    return { n: 0 };
  }
  const countsEverything =
    Object.keys(countQuery.filter ?? {}).length === 0 && !countQuery.skip && !countQuery.limit;
  return {
    n: countsEverything
      ? collection.documents.size
      : (yield* findDocuments(collection, countQuery)).documents.length,
  };
}

function* distinctCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const { database, body } = databaseCommand;
  const collection = findCollection(catalog, database, targetCollection(databaseCommand));
  const distinctQuery = { filter: readDocumentOption(body, 'query') };
  if (typeof body['key'] !== 'string')
    throw new CommandError(
      14,
      "BSON field 'distinct.key' is the wrong type, expected type 'string'",
    );
  const fieldPath = parseFieldPath(body['key']);
  validateQuery(distinctQuery);
  const distinctValues = new Map<string, unknown>();
  const addDistinctValue = (fieldValue: unknown) =>
    fieldValue !== undefined &&
    distinctValues.set(
      encodeKeyString(fieldValue),
      distinctValues.get(encodeKeyString(fieldValue)) ?? fieldValue,
    );
  const foundDocuments = collection
    ? (yield* findDocuments(collection, distinctQuery)).documents
    : [];
  yield* visitAll(foundDocuments, ({ bytes }) => {
    anyValueAt(readDocument(bytes, 0, new Set([fieldPath[0]!])), fieldPath, (leafValue) => {
      for (const fieldValue of Array.isArray(leafValue) ? leafValue : [leafValue])
        addDistinctValue(fieldValue);
      return false;
    });
  });
  const sortedValues = yield* sortByKey(distinctValues, ([valueKey]) => valueKey);
  return { values: sortedValues.map(([, distinctValue]) => distinctValue) };
}

function* aggregateCommand(
  { catalog, cursors }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Buffer> {
  const { database, body } = databaseCommand;
  const cursorOptions = readDocumentOption(body, 'cursor');
  if (!cursorOptions)
    throw new CommandError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const size = readCursorSize(cursorOptions);
  const collection = findCollection(catalog, database, targetCollection(databaseCommand));
  const documentIterator = encodeDocuments(yield* runPipeline(collection, body['pipeline']));
  const namespaceName = `${database}.${targetCollection(databaseCommand)}`;
  const cursorBatch = openCursor(cursors, namespaceName, collection, documentIterator, {
    size,
  });
  return encodeBatch('firstBatch', cursorBatch.documents, cursorBatch.id, namespaceName);
}

function* explainCommand(
  { catalog }: ServerState,
  { database, body }: DatabaseCommand,
): PausingWork<Document> {
  const explainedFind = readDocumentOption(body, 'explain') ?? {};
  const [explainedName = ''] = Object.keys(explainedFind);
  if (explainedName !== 'find') throw notSupported(`explain of '${explainedName}'`);
  const databaseCommand = { name: 'find', database, body: explainedFind, items: [] };
  const collection = findCollection(catalog, database, targetCollection(databaseCommand));
  const findQuery = readFindQuery(explainedFind);
  validateQuery(findQuery);
  return yield* explainFind(
    collection,
    `${database}.${targetCollection(databaseCommand)}`,
    findQuery,
    readDocumentOption(explainedFind, 'projection'),
  );
}

export const readCommands: Record<string, CommandHandler> = {
  find: createHandler(FIND_OPTIONS, findCommand),
  getMore: createHandler('collection batchSize', getMoreCommand),
  killCursors: createHandler('cursors', killCursorsCommand),
  count: createHandler('query skip limit', countCommand),
  distinct: createHandler('key query', distinctCommand),
  aggregate: createHandler(
    'pipeline cursor allowDiskUse bypassDocumentValidation',
    aggregateCommand,
  ),
  explain: createHandler('verbosity', explainCommand),
};
