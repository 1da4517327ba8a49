import { findCollection, openCollection } from './catalog.js';
import { eachElement, readDocument, readBsonValue, type Document } from './bson-reader.js';
import { insertDocument, removeDocument, type Collection } from './collection.js';
import {
  readDocumentOption,
  readFlagOption,
  createHandler,
  targetCollection,
  type DatabaseCommand,
  type CommandHandler,
  type ServerState,
} from './command.js';
import { encodeDocument, createSharedAllocator } from './bson-writer.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { compileFilter } from './matcher.js';
import { parseSortFields } from './paths.js';
import { compileProjection } from './projection.js';
import { findDocuments } from './query.js';
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
 * ends it.
 */
function runStatements(
  { items, body }: DatabaseCommand,
  runStatement: (statementBytes: Buffer, statementIndex: number) => void,
): { writeErrors?: WriteError[] } {
  if (items.length === 0 || items.length > 100_000) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${items.length} operations.`,
    );
  }
  const isOrdered = readFlagOption(body, 'ordered', true);
  const writeErrors: WriteError[] = [];
  for (const [statementIndex, statementBytes] of items.entries()) {
    try {
      runStatement(statementBytes, statementIndex);
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
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function insertCommand({ catalog }: ServerState, databaseCommand: DatabaseCommand): Document {
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
  const writeErrors = runStatements(databaseCommand, (statementBytes) => {
    insertDocument(collection, prepareInsert(statementBytes, allocateBytes));
    affectedCount++;
  });
  return { n: affectedCount, ...writeErrors };
}

function updateCommand({ catalog }: ServerState, databaseCommand: DatabaseCommand): Document {
  const collection = openCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  const upsertedIds: { index: number; _id: unknown }[] = [];
  let affectedCount = 0;
  let modifiedCount = 0;
  const writeErrors = runStatements(databaseCommand, (statementBytes, statementIndex) => {
    const statement = readStatement(statementBytes);
    const statementFilter = readDocumentOption(statement, 'q') ?? {};
    const updatesMany = readFlagOption(statement, 'multi', false);
    const documentUpdate = parseUpdate(statementBytes, 'u');
    if (updatesMany && documentUpdate.kind === 'replacement')
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const { documents } = findDocuments(collection, {
      filter: statementFilter,
      limit: updatesMany ? 0 : 1,
    });
    for (const storedDocument of documents) {
      if (applyUpdate(collection, storedDocument, documentUpdate)) modifiedCount++;
      affectedCount++;
    }
    if (documents.length > 0 || !readFlagOption(statement, 'upsert', false)) return;
    upsertedIds.push({
      index: statementIndex,
      _id: upsertDocument(collection, statementFilter, documentUpdate),
    });
    affectedCount++;
  });
  return {
    n: affectedCount,
    nModified: modifiedCount,
    ...(upsertedIds.length > 0 && { upserted: upsertedIds }),
    ...writeErrors,
  };
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

function deleteCommand({ catalog }: ServerState, databaseCommand: DatabaseCommand): Document {
  const collection = findCollection(
    catalog,
    databaseCommand.database,
    targetCollection(databaseCommand),
  );
  let affectedCount = 0;
  const writeErrors = runStatements(databaseCommand, (statementBytes) => {
    const statement = readDocument(statementBytes);
    refuseUnknownNames(
      Object.keys(statement),
      DELETE_FIELDS,
      (fieldName) => `the option '${fieldName}' of a delete`,
    );
    const statementFilter = readDocumentOption(statement, 'q') ?? {};
    const deleteLimit = Number(statement['limit']);
    if (deleteLimit !== 0 && deleteLimit !== 1)
      throw new CommandError(
        9,
        `The limit field in delete objects must be 0 or 1. Got ${deleteLimit}`,
      );
    if (!collection) compileFilter(statementFilter);
    for (const storedDocument of collection
      ? findDocuments(collection, { filter: statementFilter, limit: deleteLimit }).documents
      : []) {
      removeDocument(collection as Collection, storedDocument);
      affectedCount++;
    }
  });
  return { n: affectedCount, ...writeErrors };
}

function findAndModifyCommand(
  { catalog }: ServerState,
  databaseCommand: DatabaseCommand,
): Document {
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
  const [storedDocument] = existingCollection
    ? findDocuments(existingCollection, { filter: queryFilter, sort: sortOption, limit: 1 })
        .documents
    : [];
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
  const [insertedDocument] = findDocuments(collection, {
    filter: { _id: { $eq: upsertedId } },
    limit: 1,
  }).documents;
  const resultValue =
    returnsUpdated && insertedDocument ? projectResult(insertedDocument.bytes) : null;
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: upsertedId },
    value: resultValue,
  };
}

const findAndModify = createHandler(
  'query sort remove update new fields upsert bypassDocumentValidation',
  findAndModifyCommand,
);

export const writeCommands: Record<string, CommandHandler> = {
  insert: createHandler('documents ordered bypassDocumentValidation', insertCommand),
  update: createHandler('updates ordered bypassDocumentValidation', updateCommand),
  delete: createHandler('deletes ordered', deleteCommand),
  findAndModify,
  findandmodify: findAndModify,
};
