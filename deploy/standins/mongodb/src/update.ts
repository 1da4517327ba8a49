import { BSONRegExp, ObjectId } from 'bson';
import { eachElement, readDocument, type Document } from './bson-reader.js';
import { type Allocate, element, elementsOf, encode, withIdFirst } from './bson-writer.js';
import { insert, replace, type Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { CommandError, notSupported } from './errors.js';
import { equal, isDocument } from './key-string.js';
import { isOperators } from './matcher.js';
import { parsePath } from './paths.js';
import { printValue } from './print-value.js';
import { compileUpdate } from './update-operators.js';

const MAX_BYTES = 16 * 1024 * 1024;

/** One change of documents: a whole replacement, or operators. */
export type Update =
  | { kind: 'replacement'; bytes: Buffer; document: Document }
  | { kind: 'operators'; apply: (document: Document, inserting: boolean) => void };

/** Reads the update `name` (a document) out of the bytes of a statement. */
export function parseUpdate(statement: Buffer, name: string): Update {
  let bytes: Buffer | undefined;
  eachElement(statement, 0, (field, type, at) => {
    if (field !== name) return true;
    if (type !== 0x03) throw notSupported('an update by an aggregation pipeline');
    bytes = statement.subarray(at, at + statement.readInt32LE(at));
    return false;
  });
  if (!bytes) throw new CommandError(40414, `BSON field '${name}' is missing but a required field`);
  const document = readDocument(bytes);
  const operators = Object.keys(document)[0]?.startsWith('$') && isOperators(document);
  if (operators) return { kind: 'operators', apply: compileUpdate(document) };
  return { kind: 'replacement', bytes, document };
}

/** The name of the first field with a dollar in a value, however deep. */
function dollarField(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(dollarField).find((name) => name !== undefined);
  if (!isDocument(value)) return undefined;
  return Object.entries(value)
    .map(([name, field]) => (name.startsWith('$') ? name : dollarField(field)))
    .find((name) => name !== undefined);
}

/** An `_id` is no array, no regular expression and holds no field with a dollar; codes 53 and 52. */
function checkId(id: unknown): void {
  if (Array.isArray(id) || id instanceof BSONRegExp)
    throw new CommandError(
      53,
      `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : 'regex'}`,
    );
  const name = dollarField(id);
  if (name === undefined) return;
  throw new CommandError(
    52,
    `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
  );
}

/** A replacement may not bring fields with a dollar at its top, though an insert may. */
function checkReplacement(document: Document, upserting: boolean): void {
  const name = Object.keys(document).find((field) => field.startsWith('$'));
  if (name === undefined) return;
  if (upserting) throw notSupported(`a replacement with the field '${name}' in an upsert`);
  throw new CommandError(
    52,
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

const immutable = (id: unknown): CommandError =>
  new CommandError(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${printValue(id)}`,
  );

const ID = new Set(['_id']);

const idElement = (id: unknown): Buffer => Buffer.from(elementsOf(encode({ _id: id })));

/** What a stored document becomes by an update. Code 66 when `_id` would change. */
function updated({ bytes }: StoredDocument, update: Update): { next: Buffer; document: Document } {
  if (update.kind === 'operators') {
    const document = readDocument(bytes);
    const id = document['_id'];
    update.apply(document, false);
    if (!equal(document['_id'], id) || !Object.hasOwn(document, '_id'))
      throw immutable(document['_id']);
    return { next: encode(document), document };
  }
  checkReplacement(update.document, false);
  const { _id: id } = readDocument(bytes, 0, ID);
  if (!Object.hasOwn(update.document, '_id'))
    return {
      next: withIdFirst(update.bytes, idElement(id)),
      document: { ...update.document, _id: id },
    };
  if (!equal(update.document['_id'], id)) throw immutable(update.document['_id']);
  return { next: withIdFirst(update.bytes), document: update.document };
}

/** Applies an update to a stored document; false when nothing changed. */
export function applyUpdate(
  collection: Collection,
  stored: StoredDocument,
  update: Update,
): boolean {
  const { next, document } = updated(stored, update);
  if (next.length > MAX_BYTES)
    throw new CommandError(17419, `Resulting document after update is larger than ${MAX_BYTES}`);
  if (next.equals(stored.bytes)) return false;
  replace(collection, stored, next, document);
  return true;
}

/** What an upsert starts from: the fields that the filter holds equal to one value. */
function seed(filter: Document, into: Document = {}): Document {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and') for (const branch of condition as Document[]) seed(branch, into);
    if (name.startsWith('$')) continue;
    const given = isOperators(condition) ? condition['$eq'] : condition;
    if (given === undefined) continue;
    if (name.includes('__proto__')) throw notSupported("the field name '__proto__' in an upsert");
    let holder = into;
    const path = parsePath(name);
    for (const part of path.slice(0, -1)) {
      const next = (holder[part] ??= {});
      if (!isDocument(next))
        throw new CommandError(
          54,
          `cannot infer query fields to set, path '${name}' is matched twice`,
        );
      holder = next;
    }
    holder[path.at(-1)!] = given;
  }
  return into;
}

function insertUpserted(collection: Collection, bytes: Buffer, document: Document): void {
  if (bytes.length > MAX_BYTES)
    throw new CommandError(17420, `Document to upsert is larger than ${MAX_BYTES}`);
  insert(collection, bytes, document);
}

/** Inserts what an upsert that found nothing asks for and returns its `_id`. Throws 11000 when that is taken. */
export function upsert(collection: Collection, filter: Document, update: Update): unknown {
  const start = seed(filter);
  if (update.kind === 'replacement') {
    const id = update.document['_id'] ?? start['_id'] ?? new ObjectId();
    if (start['_id'] !== undefined && !equal(id, start['_id'])) throw immutable(id);
    checkId(id);
    checkReplacement(update.document, true);
    insertUpserted(collection, withIdFirst(update.bytes, idElement(id)), {
      ...update.document,
      _id: id,
    });
    return id;
  }
  const id = start['_id'];
  update.apply(start, true);
  if (id !== undefined && !equal(id, start['_id'])) throw immutable(start['_id']);
  start['_id'] ??= new ObjectId();
  checkId(start['_id']);
  insertUpserted(collection, withIdFirst(encode(start)), start);
  return start['_id'];
}

/** What an `_id` that is made takes in a document. */
export const ID_BYTES = 17;

/** The bytes of a new document with `_id` first, made when it is missing. */
export function prepareInsert(bytes: Buffer, allocate: Allocate): Buffer {
  if (bytes.length > MAX_BYTES)
    throw new CommandError(
      2,
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_BYTES}`,
    );
  const document = readDocument(bytes, 0, ID);
  checkId(document['_id']);
  return withIdFirst(
    bytes,
    Object.hasOwn(document, '_id')
      ? undefined
      : element(0x07, '_id', Buffer.from(new ObjectId().id)),
    allocate,
  );
}
