import { findCollection, openCollection } from './catalogue.js';
import { eachElement, readDocument, readValue, type Document } from './bson-reader.js';
import { insert, remove, type Collection } from './collection.js';
import {
  documentOption,
  flagOption,
  handler,
  target,
  type Command,
  type Handler,
  type Server,
} from './command.js';
import { encode, shared } from './bson-writer.js';
import { allowOnly, CommandError, notSupported } from './errors.js';
import { compileFilter } from './matcher.js';
import { parseSort } from './paths.js';
import { compileProjection } from './projection.js';
import { find } from './query.js';
import { applyUpdate, ID_BYTES, parseUpdate, prepareInsert, upsert } from './update.js';

const UPDATE = new Set(['q', 'u', 'upsert', 'multi']);
const DELETE = new Set(['q', 'limit']);

type WriteError = { index: number; code: number; errmsg: string };

/** Runs each item; an error is noted with its position and, in an ordered write, ends it. */
function each(
  { items, body }: Command,
  run: (item: Buffer, index: number) => void,
): { writeErrors?: WriteError[] } {
  if (items.length === 0 || items.length > 100_000) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${items.length} operations.`,
    );
  }
  const ordered = flagOption(body, 'ordered', true);
  const writeErrors: WriteError[] = [];
  for (const [index, item] of items.entries()) {
    try {
      run(item, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (ordered) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function runInsert({ catalogue }: Server, command: Command): Document {
  const collection = openCollection(catalogue, command.database, target(command));
  const allocate = shared(
    command.items.reduce((bytes, { length }) => bytes + length + ID_BYTES, 0),
  );
  let n = 0;
  const errors = each(command, (item) => {
    insert(collection, prepareInsert(item, allocate));
    n++;
  });
  return { n, ...errors };
}

function runUpdate({ catalogue }: Server, command: Command): Document {
  const collection = openCollection(catalogue, command.database, target(command));
  const upserted: { index: number; _id: unknown }[] = [];
  let n = 0;
  let nModified = 0;
  const errors = each(command, (item, index) => {
    const statement = readStatement(item);
    const filter = documentOption(statement, 'q') ?? {};
    const multi = flagOption(statement, 'multi', false);
    const update = parseUpdate(item, 'u');
    if (multi && update.kind === 'replacement')
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const { documents } = find(collection, { filter, limit: multi ? 0 : 1 });
    for (const stored of documents) {
      if (applyUpdate(collection, stored, update)) nModified++;
      n++;
    }
    if (documents.length > 0 || !flagOption(statement, 'upsert', false)) return;
    upserted.push({ index, _id: upsert(collection, filter, update) });
    n++;
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...errors };
}

/** An update statement without its `u`, which is kept as bytes. */
function readStatement(item: Buffer): Document {
  const statement: Document = {};
  eachElement(item, 0, (name, type, at) => {
    if (!UPDATE.has(name)) throw notSupported(`the option '${name}' of an update`);
    if (name !== 'u') statement[name] = readValue(item, type, at);
  });
  return statement;
}

function runDelete({ catalogue }: Server, command: Command): Document {
  const collection = findCollection(catalogue, command.database, target(command));
  let n = 0;
  const errors = each(command, (item) => {
    const statement = readDocument(item);
    allowOnly(Object.keys(statement), DELETE, (name) => `the option '${name}' of a delete`);
    const filter = documentOption(statement, 'q') ?? {};
    const limit = Number(statement['limit']);
    if (limit !== 0 && limit !== 1)
      throw new CommandError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    if (!collection) compileFilter(filter);
    for (const stored of collection ? find(collection, { filter, limit }).documents : []) {
      remove(collection as Collection, stored);
      n++;
    }
  });
  return { n, ...errors };
}

function runFindAndModify({ catalogue }: Server, command: Command): Document {
  const { database, body, items } = command;
  const filter = documentOption(body, 'query') ?? {};
  const sort = documentOption(body, 'sort') ?? {};
  const project = compileProjection(documentOption(body, 'fields'));
  const [removing, returnNew, upserting] = ['remove', 'new', 'upsert'].map((name) =>
    flagOption(body, name, false),
  );
  if (removing && (returnNew || upserting || body['update']))
    throw new CommandError(9, 'Cannot specify both an update and remove=true');
  compileFilter(filter);
  parseSort(sort);
  const update = removing ? null : parseUpdate(items[0] ?? encode({}), 'update');
  const shown = (bytes: Buffer): Document =>
    project ? project(readDocument(bytes)) : readDocument(bytes);
  const existing = findCollection(catalogue, database, target(command));
  const [stored] = existing ? find(existing, { filter, sort, limit: 1 }).documents : [];
  if (existing && stored) {
    const before = stored.bytes;
    if (update) applyUpdate(existing, stored, update);
    else remove(existing, stored);
    const lastErrorObject = { n: 1, ...(update && { updatedExisting: true }) };
    return { lastErrorObject, value: shown(returnNew ? stored.bytes : before) };
  }
  if (!update) return { lastErrorObject: { n: 0 }, value: null };
  if (!upserting) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
  const collection = openCollection(catalogue, database, target(command));
  const id = upsert(collection, filter, update);
  const [inserted] = find(collection, { filter: { _id: { $eq: id } }, limit: 1 }).documents;
  const value = returnNew && inserted ? shown(inserted.bytes) : null;
  return { lastErrorObject: { n: 1, updatedExisting: false, upserted: id }, value };
}

const findAndModify = handler(
  'query sort remove update new fields upsert bypassDocumentValidation',
  runFindAndModify,
);

export const writeCommands: Record<string, Handler> = {
  insert: handler('documents ordered bypassDocumentValidation', runInsert),
  update: handler('updates ordered bypassDocumentValidation', runUpdate),
  delete: handler('deletes ordered', runDelete),
  findAndModify,
  findandmodify: findAndModify,
};
