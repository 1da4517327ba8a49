import { BSONRegExp, ObjectId } from 'bson';
import { eachElement, readDocument, type Document } from './bson-reader.js';
import {
  type AllocateBuffer,
  encodeElement,
  documentElements,
  encodeDocument,
  moveIdFirst,
} from './bson-writer.js';
import { insertDocument, replaceDocument, type Collection } from './collection.js';
import type { StoredDocument } from './collection-index.js';
import { CommandError, notSupported } from './errors.js';
import { equalValues, isPlainDocument } from './key-string.js';
import { isOperatorDocument } from './matcher.js';
import { parseFieldPath } from './paths.js';
import { printValue } from './print-value.js';
import { compileUpdate } from './update-operators.js';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A replacement document or a set of update operators. */
export type DocumentUpdate =
  | { kind: 'replacement'; bytes: Buffer; document: Document }
  | { kind: 'operators'; apply: (targetDocument: Document, isInserting: boolean) => void };

/** Reads the update document in the field `updateField` of a statement. */
export function parseUpdate(statementBytes: Buffer, updateField: string): DocumentUpdate {
  let updateBytes: Buffer | undefined;
  eachElement(statementBytes, 0, (fieldName, bsonType, valueStart) => {
    if (fieldName !== updateField) return true;
    if (bsonType !== 0x03) throw notSupported('an update by an aggregation pipeline');
    updateBytes = statementBytes.subarray(
      valueStart,
      valueStart + statementBytes.readInt32LE(valueStart),
    );
    return false;
  });
  if (!updateBytes)
    throw new CommandError(40414, `BSON field '${updateField}' is missing but a required field`);
  const updateDocument = readDocument(updateBytes);
  const hasOperators =
    Object.keys(updateDocument)[0]?.startsWith('$') && isOperatorDocument(updateDocument);
  if (hasOperators) return { kind: 'operators', apply: compileUpdate(updateDocument) };
  return { kind: 'replacement', bytes: updateBytes, document: updateDocument };
}

/** The first field name that starts with a dollar sign, at any depth. */
function findDollarField(fieldValue: unknown): string | undefined {
  if (Array.isArray(fieldValue))
    return fieldValue.map(findDollarField).find((fieldName) => fieldName !== undefined);
  if (!isPlainDocument(fieldValue)) return undefined;
  return Object.entries(fieldValue)
    .map(([fieldName, nestedValue]) =>
      fieldName.startsWith('$') ? fieldName : findDollarField(nestedValue),
    )
    .find((fieldName) => fieldName !== undefined);
}

/**
 * An `_id` must not be an array or a regular expression, or contain a field that starts with a
 * dollar sign. Throws codes 53 and 52.
 */
function validateDocumentId(documentId: unknown): void {
  if (Array.isArray(documentId) || documentId instanceof BSONRegExp)
    throw new CommandError(
      53,
      `The '_id' value cannot be of type ${Array.isArray(documentId) ? 'array' : 'regex'}`,
    );
  const dollarName = findDollarField(documentId);
  if (dollarName === undefined) return;
  throw new CommandError(
    52,
    `_id fields may not contain '$'-prefixed fields: ${dollarName} is not valid for storage.`,
  );
}

/**
 * Unlike an insert, a replacement must not contain top-level fields that start with a dollar sign.
 */
function validateReplacement(replacement: Document, isUpserting: boolean): void {
  const dollarName = Object.keys(replacement).find((fieldName) => fieldName.startsWith('$'));
  if (dollarName === undefined) return;
  if (isUpserting) throw notSupported(`a replacement with the field '${dollarName}' in an upsert`);
  throw new CommandError(
    52,
    `The dollar ($) prefixed field '${dollarName}' in '${dollarName}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

const immutableIdError = (documentId: unknown): CommandError =>
  new CommandError(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${printValue(documentId)}`,
  );

const ID_FIELDS = new Set(['_id']);

const encodeIdElement = (documentId: unknown): Buffer =>
  Buffer.from(documentElements(encodeDocument({ _id: documentId })));

/** Computes the updated document. Throws code 66 if `_id` would change. */
function computeUpdate(
  { bytes }: StoredDocument,
  documentUpdate: DocumentUpdate,
): { next: Buffer; document: Document } {
  if (documentUpdate.kind === 'operators') {
    const updatedDocument = readDocument(bytes);
    const documentId = updatedDocument['_id'];
    documentUpdate.apply(updatedDocument, false);
    if (!equalValues(updatedDocument['_id'], documentId) || !Object.hasOwn(updatedDocument, '_id'))
      throw immutableIdError(updatedDocument['_id']);
    return { next: encodeDocument(updatedDocument), document: updatedDocument };
  }
  validateReplacement(documentUpdate.document, false);
  const { _id: id } = readDocument(bytes, 0, ID_FIELDS);
  if (!Object.hasOwn(documentUpdate.document, '_id'))
    return {
      next: moveIdFirst(documentUpdate.bytes, encodeIdElement(id)),
      document: { ...documentUpdate.document, _id: id },
    };
  if (!equalValues(documentUpdate.document['_id'], id))
    throw immutableIdError(documentUpdate.document['_id']);
  return { next: moveIdFirst(documentUpdate.bytes), document: documentUpdate.document };
}

/**
 * Applies an update to a stored document. Returns false if nothing changed. Like mongod, counts a
 * replacement without an `_id` as a change even if the result is the same.
 */
export function applyUpdate(
  collection: Collection,
  storedDocument: StoredDocument,
  documentUpdate: DocumentUpdate,
): boolean {
  const { next, document } = computeUpdate(storedDocument, documentUpdate);
  if (next.length > MAX_DOCUMENT_BYTES)
    throw new CommandError(
      17419,
      `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`,
    );
  if (next.equals(storedDocument.bytes))
    return documentUpdate.kind === 'replacement' && !Object.hasOwn(documentUpdate.document, '_id');
  replaceDocument(collection, storedDocument, next, document);
  return true;
}

/** The values that a condition requires, except patterns, which match many values. */
function requiredValues(fieldCondition: unknown): unknown[] {
  if (!isOperatorDocument(fieldCondition))
    return fieldCondition instanceof BSONRegExp ? [] : [fieldCondition];
  const { $eq, $in, $all } = fieldCondition as { $eq?: unknown; $in?: unknown[]; $all?: unknown[] };
  const listedValues = [...($in?.length === 1 ? $in : []), ...($all ?? [])];
  return [
    ...($eq === undefined ? [] : [$eq]),
    ...listedValues.filter((listedValue) => !(listedValue instanceof BSONRegExp)),
  ];
}

/** The equalities that every matching document satisfies. An $or with one branch is an $and. */
function requiredEqualities(filter: Document): { fieldName: string; requiredValue: unknown }[] {
  return Object.entries(filter).flatMap(([fieldName, fieldCondition]) => {
    if (fieldName === '$and' || (fieldName === '$or' && (fieldCondition as unknown[]).length === 1))
      return (fieldCondition as Document[]).flatMap(requiredEqualities);
    if (fieldName.startsWith('$')) return [];
    return requiredValues(fieldCondition).map((requiredValue) => ({ fieldName, requiredValue }));
  });
}

/**
 * The initial document of an upsert: the fields that the filter compares for equality. A
 * replacement takes only the `_id`. Throws code 54 if the filter contains a path twice, and code 111
 * if a replacement would get a part of an `_id`.
 */
function seedFromFilter(filter: Document, updateKind: DocumentUpdate['kind']): Document {
  const seedDocument: Document = {};
  const seededPaths: string[] = [];
  for (const { fieldName, requiredValue } of requiredEqualities(filter)) {
    const fieldPath = parseFieldPath(fieldName);
    if (updateKind === 'replacement' && fieldPath[0] !== '_id') continue;
    if (updateKind === 'replacement' && fieldPath.length > 1)
      throw new CommandError(
        111,
        `field at '_id' must be exactly specified, field at sub-path '${fieldName}' found`,
      );
    if (fieldPath.includes('__proto__'))
      throw notSupported("the field name '__proto__' in an upsert");
    if (
      seededPaths.some(
        (seededPath) =>
          `${seededPath}.`.startsWith(`${fieldName}.`) ||
          `${fieldName}.`.startsWith(`${seededPath}.`),
      )
    )
      throw new CommandError(
        54,
        `cannot infer query fields to set, path '${fieldName}' is matched twice`,
      );
    seededPaths.push(fieldName);
    let currentHolder = seedDocument;
    for (const pathPart of fieldPath.slice(0, -1))
      currentHolder = (currentHolder[pathPart] ??= {}) as Document;
    currentHolder[fieldPath.at(-1)!] = requiredValue;
  }
  return seedDocument;
}

function insertUpserted(
  collection: Collection,
  documentBytes: Buffer,
  targetDocument: Document,
): void {
  if (documentBytes.length > MAX_DOCUMENT_BYTES)
    throw new CommandError(17420, `Document to upsert is larger than ${MAX_DOCUMENT_BYTES}`);
  insertDocument(collection, documentBytes, targetDocument);
}

/**
 * Inserts the document of an upsert that matched nothing and returns its `_id`. Throws code 11000
 * if the `_id` is taken.
 */
export function upsertDocument(
  collection: Collection,
  filter: Document,
  documentUpdate: DocumentUpdate,
): unknown {
  const upsertedDocument = seedFromFilter(filter, documentUpdate.kind);
  if (documentUpdate.kind === 'replacement') {
    const documentId = documentUpdate.document['_id'] ?? upsertedDocument['_id'] ?? new ObjectId();
    if (upsertedDocument['_id'] !== undefined && !equalValues(documentId, upsertedDocument['_id']))
      throw immutableIdError(documentId);
    validateDocumentId(documentId);
    validateReplacement(documentUpdate.document, true);
    insertUpserted(collection, moveIdFirst(documentUpdate.bytes, encodeIdElement(documentId)), {
      ...documentUpdate.document,
      _id: documentId,
    });
    return documentId;
  }
  const id = upsertedDocument['_id'];
  documentUpdate.apply(upsertedDocument, true);
  if (id !== undefined && !equalValues(id, upsertedDocument['_id']))
    throw immutableIdError(upsertedDocument['_id']);
  upsertedDocument['_id'] ??= new ObjectId();
  validateDocumentId(upsertedDocument['_id']);
  insertUpserted(collection, moveIdFirst(encodeDocument(upsertedDocument)), upsertedDocument);
  return upsertedDocument['_id'];
}

/** Encoded size of a generated `_id` element. */
export const GENERATED_ID_BYTES = 17;

/** Returns the bytes of a new document with `_id` first, generating it if necessary. */
export function prepareInsert(documentBytes: Buffer, allocateBytes: AllocateBuffer): Buffer {
  if (documentBytes.length > MAX_DOCUMENT_BYTES)
    throw new CommandError(
      2,
      `object to insert too large. size in bytes: ${documentBytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  const idDocument = readDocument(documentBytes, 0, ID_FIELDS);
  validateDocumentId(idDocument['_id']);
  return moveIdFirst(
    documentBytes,
    Object.hasOwn(idDocument, '_id')
      ? undefined
      : encodeElement(0x07, '_id', Buffer.from(new ObjectId().id)),
    allocateBytes,
  );
}
