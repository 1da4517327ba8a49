import { findCollection } from './catalogue.js';
import { readDocument, type Document } from './bson-reader.js';
import { encode, encodeBatch } from './bson-writer.js';
import {
  countOption,
  documentOption,
  flagOption,
  handler,
  target,
  type Command,
  type Handler,
  type Server,
} from './command.js';
import { moreOf, openCursor } from './cursors.js';
import { CommandError, notSupported } from './errors.js';
import { explainFind } from './explain.js';
import { keyString } from './key-string.js';
import { compileFilter } from './matcher.js';
import { parsePath, parseSort, reaches } from './paths.js';
import { runPipeline } from './pipeline.js';
import { compileProjection, type Projection } from './projection.js';
import { find, type Query } from './query.js';

const FIND = 'filter sort projection skip limit batchSize singleBatch allowDiskUse';

const queryOf = (body: Document, filter = 'filter'): Query => ({
  filter: documentOption(body, filter),
  sort: documentOption(body, 'sort'),
  skip: countOption(body, 'skip'),
  limit: countOption(body, 'limit'),
});

/** Checks a query although there is nothing to search, so that a refusal does not wait for the first document. */
function checkQuery({ filter = {}, sort = {} }: Query): void {
  compileFilter(filter);
  parseSort(sort);
}

function* encoded(documents: Iterable<Document>): Generator<Buffer> {
  for (const document of documents) yield encode(document);
}

function* projected(found: readonly Buffer[], project: Projection): Generator<Buffer> {
  for (const bytes of found) yield encode(project(readDocument(bytes)));
}

function runFind({ catalogue, cursors }: Server, command: Command): Buffer {
  const { database, body } = command;
  const collection = findCollection(catalogue, database, target(command));
  const query = queryOf(body);
  const project = compileProjection(documentOption(body, 'projection'));
  if (!collection) checkQuery(query);
  // Bytes are taken now: a document replaced while the cursor is open is still sent as it was.
  const found = collection ? find(collection, query).documents.map(({ bytes }) => bytes) : [];
  const documents = project ? projected(found, project) : found.values();
  const ns = `${database}.${target(command)}`;
  const options = {
    size: countOption(body, 'batchSize'),
    single: flagOption(body, 'singleBatch', false),
  };
  const batch = openCursor(cursors, ns, collection, documents, options);
  return encodeBatch('firstBatch', batch.documents, batch.id, ns);
}

function runGetMore({ cursors }: Server, { database, body }: Command): Buffer {
  const ns = `${database}.${String(body['collection'])}`;
  const batch = moreOf(
    cursors,
    BigInt(body['getMore'] as bigint),
    ns,
    countOption(body, 'batchSize') || undefined,
  );
  return encodeBatch('nextBatch', batch.documents, batch.id, ns);
}

function runKillCursors({ cursors }: Server, { body }: Command): Document {
  const ids = (body['cursors'] as bigint[]).map(BigInt);
  const cursorsKilled = ids.filter((id) => cursors.open.delete(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
}

function runCount({ catalogue }: Server, command: Command): Document {
  const collection = findCollection(catalogue, command.database, target(command));
  const query = queryOf(command.body, 'query');
  if (!collection) {
    checkQuery(query);
    return { n: 0 };
  }
  const whole = Object.keys(query.filter ?? {}).length === 0 && !query.skip && !query.limit;
  return { n: whole ? collection.documents.size : find(collection, query).documents.length };
}

function runDistinct({ catalogue }: Server, command: Command): Document {
  const { database, body } = command;
  const collection = findCollection(catalogue, database, target(command));
  const query = { filter: documentOption(body, 'query') };
  if (typeof body['key'] !== 'string')
    throw new CommandError(
      14,
      "BSON field 'distinct.key' is the wrong type, expected type 'string'",
    );
  const path = parsePath(body['key']);
  checkQuery(query);
  const values = new Map<string, unknown>();
  const add = (value: unknown) =>
    value !== undefined && values.set(keyString(value), values.get(keyString(value)) ?? value);
  for (const { bytes } of collection ? find(collection, query).documents : []) {
    reaches(readDocument(bytes, 0, new Set([path[0]!])), path, (leaf) => {
      for (const value of Array.isArray(leaf) ? leaf : [leaf]) add(value);
      return false;
    });
  }
  return { values: [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value) };
}

function runAggregate({ catalogue, cursors }: Server, command: Command): Buffer {
  const { database, body } = command;
  const cursor = documentOption(body, 'cursor');
  if (!cursor)
    throw new CommandError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const collection = findCollection(catalogue, database, target(command));
  const documents = encoded(runPipeline(collection, body['pipeline']));
  const ns = `${database}.${target(command)}`;
  const batch = openCursor(cursors, ns, collection, documents, {
    size: countOption(cursor, 'batchSize'),
  });
  return encodeBatch('firstBatch', batch.documents, batch.id, ns);
}

function runExplain({ catalogue }: Server, { database, body }: Command): Document {
  const explained = documentOption(body, 'explain') ?? {};
  const [name = ''] = Object.keys(explained);
  if (name !== 'find') throw notSupported(`explain of '${name}'`);
  const command = { name: 'find', database, body: explained, items: [] };
  const collection = findCollection(catalogue, database, target(command));
  const query = queryOf(explained);
  checkQuery(query);
  return explainFind(
    collection,
    `${database}.${target(command)}`,
    query,
    documentOption(explained, 'projection'),
  );
}

export const readCommands: Record<string, Handler> = {
  find: handler(FIND, runFind),
  getMore: handler('collection batchSize', runGetMore),
  killCursors: handler('cursors', runKillCursors),
  count: handler('query skip limit', runCount),
  distinct: handler('key query', runDistinct),
  aggregate: handler('pipeline cursor allowDiskUse bypassDocumentValidation', runAggregate),
  explain: handler('verbosity', runExplain),
};
