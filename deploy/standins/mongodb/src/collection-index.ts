import type { Document } from './bson-reader.js';
import { allowOnly, CommandError, notSupported } from './errors.js';
import { compoundKey, EMPTY_ARRAY, equal, isDocument } from './key-string.js';
import { compileFilter, fieldsOf, type Predicate } from './matcher.js';
import { OrderedKeys } from './ordered-keys.js';
import { isPosition, keysAt, parsePath, type Path } from './paths.js';
import { printValue } from './print-value.js';

/** A stored document: its bytes, and the number that keeps equal keys apart and orders a full scan. */
export type StoredDocument = { bytes: Buffer; readonly number: number };

export type IndexSpec = {
  readonly v: 2;
  readonly key: Document;
  readonly name: string;
  readonly unique?: true;
  readonly sparse?: true;
  readonly partialFilterExpression?: Document;
};

export type CollectionIndex = {
  readonly spec: IndexSpec;
  readonly fields: readonly string[];
  readonly paths: readonly Path[];
  readonly directions: readonly number[];
  /** Top-level fields that decide the keys. */
  readonly reads: ReadonlySet<string>;
  readonly covers: Predicate | null;
  readonly entries: OrderedKeys<StoredDocument>;
  /** True from the first array on: such an index may hold several keys of one document. */
  multikey: boolean;
};

const OPTIONS = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'background',
  'ns',
]);

/** Checks what createIndexes asks for. Refuses text, geo, hashed, wildcard, TTL, hidden and collated indexes. */
export function parseIndexSpec(given: Document): IndexSpec {
  allowOnly(Object.keys(given), OPTIONS, (name) => `the index option '${name}'`);
  const { key, name, unique, sparse, partialFilterExpression } = given;
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw new CommandError(67, 'Index keys cannot be an empty object');
  if (typeof name !== 'string' || name === '')
    throw new CommandError(9, "The 'name' field is a required property of an index");
  if (sparse === true && partialFilterExpression)
    throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  const directions = Object.entries(key).map(([field, value]) => {
    const direction = Number(value);
    if (direction !== 1 && direction !== -1)
      throw notSupported(`the index key { ${field}: ${printValue(value)} }`);
    if (field.includes('$') || parsePath(field).some(isPosition))
      throw notSupported(`the index field '${field}'`);
    return [field, direction] as const;
  });
  return {
    v: 2,
    key: Object.fromEntries(directions),
    name,
    ...(unique === true && { unique }),
    ...(sparse === true && { sparse }),
    ...(isDocument(partialFilterExpression) && { partialFilterExpression }),
  };
}

export function createIndex(spec: IndexSpec): CollectionIndex {
  const fields = Object.keys(spec.key);
  const partial = spec.partialFilterExpression;
  const reads = new Set(fields.map((field) => field.split('.', 1)[0]!));
  if (partial) fieldsOf(partial, reads);
  return {
    spec,
    fields,
    paths: fields.map(parsePath),
    directions: Object.values(spec.key) as number[],
    reads,
    covers: partial ? compileFilter(partial) : null,
    entries: new OrderedKeys(),
    multikey: false,
  };
}

const combine = (lists: readonly unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );

/** The keys of a document in an index: none when sparse or partial leave it out, several when an array is on a path. */
export function keysOf(index: CollectionIndex, document: Document): string[] {
  if (index.covers && !index.covers(document)) return [];
  const found = index.paths.map((path) => keysAt(document, path));
  if (
    index.spec.sparse &&
    found.every(({ values }) => values.every((value) => value === undefined))
  )
    return [];
  const arrays = found.filter(({ through }) => through !== null);
  if (arrays.length > 0) index.multikey = true;
  else
    return [
      compoundKey(
        found.map(({ values }) => values[0]),
        index.directions,
      ),
    ];
  if (arrays.length > 1) {
    if (new Set(arrays.map(({ through }) => through)).size > 1)
      throw new CommandError(171, 'cannot index parallel arrays');
    if (index.spec.unique) throw notSupported('a unique index on two fields of one array');
  }
  const rows = combine(found.map(({ values }) => values));
  return [...new Set(rows.map((row) => compoundKey(row, index.directions)))];
}

let scratch = Buffer.allocUnsafe(1024);

/** The key as it is stored: unique by the number of its document. */
export function entryKey(key: string, { number }: StoredDocument): string {
  if (key.length + 6 > scratch.length) scratch = Buffer.allocUnsafe(key.length * 2);
  const end = scratch.writeUIntBE(number, scratch.write(key, 'latin1'), 6);
  return scratch.toString('latin1', 0, end);
}

/** The key of an empty array is mongod's `undefined`, which drivers leave out. */
const storable = (keyValue: Document): Document =>
  Object.fromEntries(Object.entries(keyValue).filter(([, value]) => value !== EMPTY_ARRAY));

/** Throws 11000 when another document has one of the keys in a unique index. */
export function checkUnique(
  index: CollectionIndex,
  keys: readonly string[],
  self: StoredDocument,
  document: Document,
  ns: string,
): void {
  for (const key of keys) {
    const other = index.entries.startingWith(key);
    if (other === undefined || other === self) continue;
    const rows = combine(index.paths.map((path) => keysAt(document, path).values));
    const row = rows.find((values) => compoundKey(values, index.directions) === key) ?? [];
    const keyValue = Object.fromEntries(index.fields.map((field, i) => [field, row[i] ?? null]));
    const message = `E11000 duplicate key error collection: ${ns} index: ${index.spec.name} dup key: ${printValue(keyValue)}`;
    throw new CommandError(11000, message, {
      keyPattern: index.spec.key,
      keyValue: storable(keyValue),
    });
  }
}

export const sameKey = (a: Document, b: Document): boolean => equal(a, b);
export const sameSpec = (a: IndexSpec, b: IndexSpec): boolean =>
  sameKey(a.key, b.key) &&
  a.unique === b.unique &&
  a.sparse === b.sparse &&
  equal(a.partialFilterExpression, b.partialFilterExpression);
