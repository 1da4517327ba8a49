import { BSONRegExp } from 'bson';
import type { Document } from './bson-reader.js';
import { refuseUnknownNames, CommandError, notSupported } from './errors.js';
import { encodeCompoundKey, EMPTY_ARRAY, equalValues, isPlainDocument } from './key-string.js';
import {
  collectFilterFields,
  compileFilter,
  isOperatorDocument,
  type Predicate,
} from './matcher.js';
import {
  readDocumentOption,
  readDocumentsOption,
  readNumber,
  readSafeFlagOption,
} from './options.js';
import { OrderedKeys } from './ordered-keys.js';
import { isArrayPosition, readPathKeys, parseFieldPath, type FieldPath } from './paths.js';
import { printValue } from './print-value.js';

/**
 * A stored document: its bytes, and a number that separates equal index keys and orders full scans.
 */
export type StoredDocument = { bytes: Buffer; readonly number: number };

export type IndexSpec = {
  readonly v: 2;
  readonly key: Document;
  readonly name: string;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: Document;
};

export type CollectionIndex = {
  readonly spec: IndexSpec;
  readonly fields: readonly string[];
  readonly paths: readonly FieldPath[];
  readonly directions: readonly number[];
  /** The top-level fields that the index keys depend on. */
  readonly reads: ReadonlySet<string>;
  readonly covers: Predicate | null;
  readonly entries: OrderedKeys<StoredDocument>;
  /** True once an array was indexed; the index may then contain several keys of one document. */
  multikey: boolean;
};

const INDEX_OPTIONS = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'background',
  'ns',
]);

/**
 * Validates an index definition from createIndexes. Refuses text, geo, hashed, wildcard, TTL,
 * hidden, and collated indexes.
 */
export function parseIndexSpec(indexDefinition: Document): IndexSpec {
  refuseUnknownNames(
    Object.keys(indexDefinition),
    INDEX_OPTIONS,
    (optionName) => `the index option '${optionName}'`,
  );
  const { key, name } = indexDefinition;
  const [unique, sparse] = ['unique', 'sparse'].map((flagName) =>
    readSafeFlagOption(indexDefinition, flagName),
  );
  readSafeFlagOption(indexDefinition, 'background');
  const partialFilterExpression = readDocumentOption(indexDefinition, 'partialFilterExpression');
  if (partialFilterExpression) validatePartialFilter(partialFilterExpression);
  if (!isPlainDocument(key) || Object.keys(key).length === 0)
    throw new CommandError(67, 'Index keys cannot be an empty object');
  if (typeof name !== 'string' || name === '')
    throw new CommandError(9, "The 'name' field is a required property of an index");
  if (sparse && partialFilterExpression)
    throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  const keyDirections = Object.entries(key).map(([fieldName, fieldDirection]) => {
    const keyDirection = readNumber(fieldDirection);
    if (keyDirection !== 1 && keyDirection !== -1)
      throw notSupported(`the index key { ${fieldName}: ${printValue(fieldDirection)} }`);
    if (fieldName.includes('$') || parseFieldPath(fieldName).some(isArrayPosition))
      throw notSupported(`the index field '${fieldName}'`);
    return [fieldName, keyDirection] as const;
  });
  return {
    v: 2,
    key: Object.fromEntries(keyDirections),
    name,
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(partialFilterExpression && { partialFilterExpression }),
  };
}

const PARTIAL_OPERATORS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists']);

/** Refuses what mongod does not allow in a partial index. Throws code 67. */
function validatePartialFilter(partialFilter: Document): void {
  for (const [fieldName, fieldCondition] of Object.entries(partialFilter)) {
    if (fieldName === '$and' || fieldName === '$or') {
      for (const branchFilter of readDocumentsOption(partialFilter, fieldName))
        validatePartialFilter(branchFilter);
      continue;
    }
    const operators = isOperatorDocument(fieldCondition) ? fieldCondition : {};
    const isUnsupported =
      fieldName.startsWith('$') ||
      fieldCondition instanceof BSONRegExp ||
      Object.keys(operators).some((operatorName) => !PARTIAL_OPERATORS.has(operatorName)) ||
      ('$exists' in operators && operators['$exists'] !== true);
    if (isUnsupported)
      throw new CommandError(
        67,
        `Expression not supported in partial index: ${printValue({ [fieldName]: fieldCondition })}`,
      );
  }
}

export function createIndex(indexSpec: IndexSpec): CollectionIndex {
  const keyFields = Object.keys(indexSpec.key);
  const partialFilter = indexSpec.partialFilterExpression;
  const topLevelFields = new Set(keyFields.map((fieldName) => fieldName.split('.', 1)[0]!));
  if (partialFilter) collectFilterFields(partialFilter, topLevelFields);
  return {
    spec: indexSpec,
    fields: keyFields,
    paths: keyFields.map(parseFieldPath),
    directions: Object.values(indexSpec.key) as number[],
    reads: topLevelFields,
    covers: partialFilter ? compileFilter(partialFilter) : null,
    entries: new OrderedKeys(),
    multikey: false,
  };
}

const cartesianProduct = (valueLists: readonly unknown[][]): unknown[][] =>
  valueLists.reduce<unknown[][]>(
    (combinations, valueList) =>
      combinations.flatMap((combination) =>
        valueList.map((listValue) => [...combination, listValue]),
      ),
    [[]],
  );

/**
 * The index keys of a document: none if a sparse or partial index skips it, several if the path
 * contains an array.
 */
export function computeIndexKeys(collectionIndex: CollectionIndex, document: Document): string[] {
  if (collectionIndex.covers && !collectionIndex.covers(document)) return [];
  const pathKeys = collectionIndex.paths.map((fieldPath) => readPathKeys(document, fieldPath));
  if (
    collectionIndex.spec.sparse &&
    pathKeys.every(({ values }) => values.every((keyValue) => keyValue === undefined))
  )
    return [];
  const arrayPaths = pathKeys.filter(({ through }) => through !== null);
  if (arrayPaths.length > 0) collectionIndex.multikey = true;
  else
    return [
      encodeCompoundKey(
        pathKeys.map(({ values }) => values[0]),
        collectionIndex.directions,
      ),
    ];
  if (arrayPaths.length > 1) {
    if (new Set(arrayPaths.map(({ through }) => through)).size > 1)
      throw new CommandError(171, 'cannot index parallel arrays');
    if (collectionIndex.spec.unique)
      throw notSupported('a unique index on two fields of one array');
  }
  const valueRows = cartesianProduct(pathKeys.map(({ values }) => values));
  return [
    ...new Set(
      valueRows.map((valueRow) => encodeCompoundKey(valueRow, collectionIndex.directions)),
    ),
  ];
}

let keyBuffer = Buffer.allocUnsafe(1024);

/** The stored key, made unique by the document's number. */
export function storedEntryKey(encodedKey: string, { number }: StoredDocument): string {
  if (encodedKey.length + 6 > keyBuffer.length)
    keyBuffer = Buffer.allocUnsafe(encodedKey.length * 2);
  const keyLength = keyBuffer.writeUIntBE(number, keyBuffer.write(encodedKey, 'latin1'), 6);
  return keyBuffer.toString('latin1', 0, keyLength);
}

/** The key of an empty array is mongod's `undefined`, which drivers omit. */
const storableKeyValue = (keyValue: Document): Document =>
  Object.fromEntries(
    Object.entries(keyValue).filter(([, fieldValue]) => fieldValue !== EMPTY_ARRAY),
  );

/** Throws code 11000 if another document has one of the keys in a unique index. */
export function assertUniqueKeys(
  collectionIndex: CollectionIndex,
  encodedKeys: readonly string[],
  checkedDocument: StoredDocument,
  document: Document,
  namespaceName: string,
): void {
  for (const encodedKey of encodedKeys) {
    const conflictingDocument = collectionIndex.entries.startingWith(encodedKey);
    if (conflictingDocument === undefined || conflictingDocument === checkedDocument) continue;
    const valueRows = cartesianProduct(
      collectionIndex.paths.map((fieldPath) => readPathKeys(document, fieldPath).values),
    );
    const matchingRow =
      valueRows.find(
        (rowValues) => encodeCompoundKey(rowValues, collectionIndex.directions) === encodedKey,
      ) ?? [];
    const keyValue = Object.fromEntries(
      collectionIndex.fields.map((fieldName, fieldIndex) => [
        fieldName,
        matchingRow[fieldIndex] ?? null,
      ]),
    );
    const duplicateMessage = `E11000 duplicate key error collection: ${namespaceName} index: ${collectionIndex.spec.name} dup key: ${printValue(keyValue)}`;
    throw new CommandError(11000, duplicateMessage, {
      keyPattern: collectionIndex.spec.key,
      keyValue: storableKeyValue(keyValue),
    });
  }
}

export const equalIndexKeys = (leftKey: Document, rightKey: Document): boolean =>
  equalValues(leftKey, rightKey);
export const equalIndexSpecs = (leftSpec: IndexSpec, rightSpec: IndexSpec): boolean =>
  equalIndexKeys(leftSpec.key, rightSpec.key) &&
  leftSpec.unique === rightSpec.unique &&
  leftSpec.sparse === rightSpec.sparse &&
  equalValues(leftSpec.partialFilterExpression, rightSpec.partialFilterExpression);
