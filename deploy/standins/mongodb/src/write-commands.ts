import { findCollection, openCollection } from './catalog.js';
import { eachElement, readDocument, readBsonValue, type Document } from './bson-reader.js';
import { insertDocument, removeDocument } from './collection.js';
import {
  createWriteHandler,
  targetCollection,
  type DatabaseCommand,
  type CommandHandler,
  type ServerState,
} from './command.js';
import { encodeDocument, createSharedAllocator } from './bson-writer.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { compileFilter } from './matcher.js';
import { readDocumentOption, readFlagOption, readNumberOption } from './options.js';
import { parseSortFields } from './paths.js';
import { STEPS_PER_CHECK, createSlice, visitAll, type PausingWork, type Slice } from './pauses.js';
import { compileProjection } from './projection.js';
import { findDocuments, type FoundDocument } from './query.js';
import {
  applyUpdate,
  GENERATED_ID_BYTES,
  parseUpdate,
  prepareInsert,
  upsertDocument,
} from './update.js';

const UPDATE_FIELDS = new Set(['q', 'u', 'upsert', 'multi']);
const DELETE_FIELDS = new Set(['q', 'limit']);

type WriteError = { index: number; code: number; errmsg: string };

/**
 * Runs each statement. Errors are collected with their index; in an ordered write, the first one
 * ends it. All statements share one slice, so a long batch of short ones pauses too.
 */
function* runStatements(
  { items, body }: DatabaseCommand,
  runStatement: (
    statementBytes: Buffer,
    statementIndex: number,
    isSliceOver: Slice,
  ) => PausingWork<void> | void,
): PausingWork<{ writeErrors?: WriteError[] }> {
  if (items.length === 0 || items.length > 100_000) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${items.length} operations.`,
    );
  }
  const isOrdered = readFlagOption(body, 'ordered', true);
  const writeErrors: WriteError[] = [];
  const isSliceOver = createSlice();
  for (const [statementIndex, statementBytes] of items.entries()) {
    try {
      const statementWork = runStatement(statementBytes, statementIndex, isSliceOver);
      if (statementWork) yield* statementWork;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({
        index: statementIndex,
        code: error.code,
        errmsg: error.message,
        ...error.extra,
      });
      if (isOrdered) break;
    }
    if (isSliceOver(STEPS_PER_CHECK)) yield;
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function* insertCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const collection = openCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  const allocateBytes = createSharedAllocator(
    databaseCommand.items.reduce(
      (totalBytes, { length }) => totalBytes + length + GENERATED_ID_BYTES,
      0,
    ),
  );
  let affectedCount = 0;
  const writeErrors = yield* runStatements(databaseCommand, (statementBytes) => {
    insertDocument(collection, prepareInsert(statementBytes, allocateBytes));
    affectedCount++;
  });
  return { n: affectedCount, ...writeErrors };
}

function* updateCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const collection = openCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  const upsertedIds: { index: number; _id: unknown }[] = [];
  let affectedCount = 0;
  let modifiedCount = 0;
  const runStatement = function* (
    statementBytes: Buffer,
    statementIndex: number,
    isSliceOver: Slice,
  ) {
    const statement = readStatement(statementBytes);
    const statementFilter = readStatementFilter(statement, 'update.updates');
    const updatesMany = readFlagOption(statement, 'multi', false);
    const isUpserting = readFlagOption(statement, 'upsert', false);
    const documentUpdate = parseUpdate(statementBytes, 'u');
    if (updatesMany && documentUpdate.kind === 'replacement')
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const updateQuery = { filter: statementFilter, limit: updatesMany ? 0 : 1 };
    const { documents } = yield* findDocuments(collection, updateQuery, isSliceOver);
    const updateOne = ({ stored }: FoundDocument) => {
      if (applyUpdate(collection, stored, documentUpdate)) modifiedCount++;
      affectedCount++;
    };
    yield* visitAll(documents, updateOne, isSliceOver);
    if (documents.length > 0 || !isUpserting) return;
    upsertedIds.push({
      index: statementIndex,
      _id: upsertDocument(collection, statementFilter, documentUpdate),
    });
    affectedCount++;
  };
  const writeErrors = yield* runStatements(databaseCommand, runStatement);
  return {
    n: affectedCount,
    nModified: modifiedCount,
    ...(upsertedIds.length > 0 && { upserted: upsertedIds }),
    ...writeErrors,
  };
}

/** Reads the filter of a statement, which is required: without one, all documents would match. */
function readStatementFilter(statement: Document, statementName: string): Document {
  const statementFilter = readDocumentOption(statement, 'q');
  if (!statementFilter)
    throw new CommandError(
      40414,
      `BSON field '${statementName}.q' is missing but a required field`,
    );
  return statementFilter;
}

/** Decodes an update statement except for its `u`, which stays encoded. */
function readStatement(statementBytes: Buffer): Document {
  const statementFields: Document = {};
  eachElement(statementBytes, 0, (fieldName, bsonType, valueStart) => {
    if (!UPDATE_FIELDS.has(fieldName)) throw notSupported(`the option '${fieldName}' of an update`);
    if (fieldName !== 'u')
      statementFields[fieldName] = readBsonValue(statementBytes, bsonType, valueStart);
  });
  return statementFields;
}

function* deleteCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const collection = findCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  let affectedCount = 0;
  const runStatement = function* (statementBytes: Buffer, _index: number, isSliceOver: Slice) {
    const statement = readDocument(statementBytes);
    refuseUnknownNames(
      Object.keys(statement),
      DELETE_FIELDS,
      (fieldName) => `the option '${fieldName}' of a delete`,
    );
    const statementFilter = readStatementFilter(statement, 'delete.deletes');
    const deleteLimit = readNumberOption(statement, 'limit');
    if (deleteLimit !== 0 && deleteLimit !== 1)
      throw new CommandError(
        9,
        `The limit field in delete objects must be 0 or 1. Got ${deleteLimit}`,
      );
    if (!collection) return void compileFilter(statementFilter);
    const deleteQuery = { filter: statementFilter, limit: deleteLimit };
    const { documents } = yield* findDocuments(collection, deleteQuery, isSliceOver);
    const deleteOne = ({ stored }: FoundDocument) => {
      removeDocument(collection, stored);
      affectedCount++;
    };
    yield* visitAll(documents, deleteOne, isSliceOver);
  };
  const writeErrors = yield* runStatements(databaseCommand, runStatement);
  return { n: affectedCount, ...writeErrors };
}

function* findAndModifyCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): PausingWork<Document> {
  const { database, body, items } = databaseCommand;
  const queryFilter = readDocumentOption(body, 'query') ?? {};
  const sortOption = readDocumentOption(body, 'sort') ?? {};
  const applyProjection = compileProjection(readDocumentOption(body, 'fields'));
  const [isRemoving, returnsUpdated, isUpserting] = ['remove', 'new', 'upsert'].map((flagName) =>
    readFlagOption(body, flagName, false),
  );
  if (isRemoving && (returnsUpdated || isUpserting || body['update']))
    throw new CommandError(9, 'Cannot specify both an update and remove=true');
  compileFilter(queryFilter);
  parseSortFields(sortOption);
  const documentUpdate = isRemoving ? null : parseUpdate(items[0] ?? encodeDocument({}), 'update');
  const projectResult = (documentBytes: Buffer): Document =>
    applyProjection ? applyProjection(readDocument(documentBytes)) : readDocument(documentBytes);
  const existingCollection = findCollection(catalog, database, targetCollection(databaseCommand));
  const modifyQuery = { filter: queryFilter, sort: sortOption, limit: 1 };
  const storedDocument = existingCollection
    ? (yield* findDocuments(existingCollection, modifyQuery)).documents[0]?.stored
    : undefined;
  if (existingCollection && storedDocument) {
    const previousBytes = storedDocument.bytes;
    if (documentUpdate) applyUpdate(existingCollection, storedDocument, documentUpdate);
    else removeDocument(existingCollection, storedDocument);
    const lastErrorObject = { n: 1, ...(documentUpdate && { updatedExisting: true }) };
    return {
      lastErrorObject,
      value: projectResult(returnsUpdated ? storedDocument.bytes : previousBytes),
    };
  }
  if (!documentUpdate) return { lastErrorObject: { n: 0 }, value: null };
  if (!isUpserting) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
  const collection = openCollection(catalog, database, targetCollection(databaseCommand));
  const upsertedId = upsertDocument(collection, queryFilter, documentUpdate);
  const { documents } = yield* findDocuments(collection, {
    filter: { _id: { $eq: upsertedId } },
    limit: 1,
  });
  const [insertedDocument] = documents;
  const resultValue =
    returnsUpdated && insertedDocument ? projectResult(insertedDocument.bytes) : null;
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: upsertedId },
    value: resultValue,
  };
}

const findAndModify = createWriteHandler(
  'query sort remove update new fields upsert bypassDocumentValidation',
  findAndModifyCommand,
);

export const writeCommands: Record<string, CommandHandler> = {
  insert: createWriteHandler('documents ordered bypassDocumentValidation', insertCommand),
  update: createWriteHandler('updates ordered bypassDocumentValidation', updateCommand),
  delete: createWriteHandler('deletes ordered', deleteCommand),
  findAndModify,
  findandmodify: findAndModify,
};
