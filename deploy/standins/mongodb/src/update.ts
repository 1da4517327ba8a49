import { ObjectId } from 'bson';
import { eachElement, readDocument, type Document } from './bson-reader.js';
import { element, elementsOf, encode, withIdFirst } from './bson-writer.js';
import { insert, replace, type Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { CommandError, notSupported } from './errors.js';
import { equal, isDocument, keyString } from './key-string.js';
import { isOperators } from './matcher.js';
import { parsePath } from './paths.js';
import { compileUpdate } from './update-operators.js';

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
  checkFields(document);
  return { kind: 'replacement', bytes, document };
}

/** Field names of a stored document: none starts with `$`, and `_id` is no array and no regular expression. */
export function checkFields(document: Document): void {
  for (const name of Object.keys(document)) {
    if (name.startsWith('$'))
      throw new CommandError(
        52,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of a stored document`,
      );
  }
  if (Array.isArray(document['_id'])) throw new CommandError(53, "The '_id' value cannot be of type array");
}

const immutable = (id: unknown): CommandError =>
  new CommandError(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${JSON.stringify(id)}`,
  );

const idElement = (id: unknown): Buffer => Buffer.from(elementsOf(encode({ _id: id })));

/** Applies an update to a stored document; false when nothing changed. Code 66 when `_id` would change. */
export function applyUpdate(collection: Collection, stored: StoredDocument, update: Update): boolean {
  let next: Buffer;
  if (update.kind === 'replacement') {
    const { _id: id } = readDocument(stored.bytes, 0, new Set(['_id']));
    if (Object.hasOwn(update.document, '_id') && keyString(update.document['_id']) !== keyString(id))
      throw immutable(update.document['_id']);
    next = withIdFirst(Object.hasOwn(update.document, '_id') ? update.bytes : withIdFirst(update.bytes, idElement(id)));
  } else {
    const document = readDocument(stored.bytes);
    const id = document['_id'];
    update.apply(document, false);
    if (!equal(document['_id'], id) || !Object.hasOwn(document, '_id')) throw immutable(document['_id']);
    checkFields(document);
    next = encode(document);
  }
  if (next.equals(stored.bytes)) return false;
  replace(collection, stored, next);
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
        throw new CommandError(54, `cannot infer query fields to set, path '${name}' is matched twice`);
      holder = next;
    }
    holder[path.at(-1)!] = given;
  }
  return into;
}

/** Inserts what an upsert that found nothing asks for and returns its `_id`. Throws 11000 when that is taken. */
export function upsert(collection: Collection, filter: Document, update: Update): unknown {
  const start = seed(filter);
  if (update.kind === 'replacement') {
    const id = update.document['_id'] ?? start['_id'] ?? new ObjectId();
    if (start['_id'] !== undefined && !equal(id, start['_id'])) throw immutable(id);
    insert(collection, withIdFirst(update.bytes, idElement(id)));
    return id;
  }
  const id = start['_id'];
  update.apply(start, true);
  if (id !== undefined && !equal(id, start['_id'])) throw immutable(start['_id']);
  start['_id'] ??= new ObjectId();
  checkFields(start);
  insert(collection, withIdFirst(encode(start)));
  return start['_id'];
}

/** The bytes of a new document with `_id` first, made when it is missing. */
export function prepareInsert(bytes: Buffer): Buffer {
  const document = readDocument(bytes);
  checkFields(document);
  return withIdFirst(
    bytes,
    Object.hasOwn(document, '_id') ? undefined : element(0x07, '_id', Buffer.from(new ObjectId().id)),
  );
}
