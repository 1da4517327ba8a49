import { describe, expect, it } from '@jest/globals';
import { Double } from 'bson';
import fc from 'fast-check';
import { readDocument, type Document } from './bson-reader.js';
import { encodeDocument } from './bson-writer.js';
import {
  addCollectionIndex,
  createCollection,
  insertDocument,
  removeDocument,
  replaceDocument,
  type Collection,
} from './collection.js';
import type { IndexSpec } from './collection-index.js';
import { runToEnd } from './pauses.js';
import { findDocuments, type FindQuery } from './query.js';

const scalar = fc.oneof(
  { arbitrary: fc.integer({ min: -2, max: 3 }), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      0.5,
      new Double(1),
      2n,
      'a',
      'ab',
      'b\0',
      '',
      true,
      null,
      new Date(0),
      new Date(1),
    ),
    weight: 1,
  },
);
const value = fc.oneof(
  { arbitrary: scalar, weight: 5 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 3 },
  { arbitrary: fc.record({ c: scalar }, { requiredKeys: [] }), weight: 1 },
);
const nested = fc.oneof(
  scalar,
  fc.record({ c: scalar }),
  fc.array(fc.record({ c: scalar }, { requiredKeys: [] }), { maxLength: 2 }),
);
const document = fc.record(
  { a: value, b: scalar, n: nested, flag: fc.boolean() },
  { requiredKeys: [] },
);

const operators = fc.oneof(
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $not: fc.record({ $gt: scalar }) }),
  fc.record({ $gte: scalar, $in: fc.array(scalar, { maxLength: 4 }) }),
);
const condition = fc.oneof(value, operators);
const fieldFilter = fc.oneof(
  fc.record({ a: condition }),
  fc.record({ b: condition }),
  fc.record({ 'n.c': fc.oneof(scalar, operators) }),
  fc.record({ flag: fc.boolean() }),
  fc.record({ flag: fc.boolean(), b: condition }),
  fc.constant({}),
);
const simple = fc
  .tuple(fieldFilter, fieldFilter)
  .map(([first, second]): Document => ({ ...first, ...second }));
/** A filter as the server decodes it. */
const decodeFilter = (filter: Document): Document => readDocument(encodeDocument(filter));
const filter = fc.oneof(
  { arbitrary: simple, weight: 4 },
  { arbitrary: fc.record({ $and: fc.array(simple, { minLength: 1, maxLength: 2 }) }), weight: 1 },
  { arbitrary: fc.record({ $or: fc.array(simple, { minLength: 1, maxLength: 2 }) }), weight: 1 },
);
const direction = fc.constantFrom<1 | -1>(1, -1);
const sort = fc
  .constantFrom<string[]>([], ['b'], ['b', '_id'], ['flag', 'b'], ['a', '_id'], ['n.c', '_id'])
  .chain((fields) =>
    fc
      .tuple(...fields.map(() => direction))
      .map((directions) => Object.fromEntries(fields.map((field, i) => [field, directions[i]!]))),
  );

const indexes: IndexSpec[] = (
  [
    { key: { a: 1 } },
    { key: { b: -1, a: 1 } },
    { key: { flag: 1, b: 1 } },
    { key: { 'n.c': 1, _id: 1 } },
    { key: { a: 1, _id: 1 } },
    { key: { b: 1, _id: -1 } },
    { key: { b: 1 }, sparse: true },
    { key: { a: -1, b: 1 }, partialFilterExpression: { flag: true } },
    { key: { flag: 1, b: 1, _id: -1 }, partialFilterExpression: { b: { $exists: true } } },
  ] as Partial<IndexSpec>[]
).map((spec, i) => ({ v: 2, name: `index ${i}`, ...spec }) as IndexSpec);

function fill(specs: readonly IndexSpec[], documents: readonly Document[]): Collection {
  const collection = createCollection('test', 'things', () => undefined);
  for (const spec of specs) addCollectionIndex(collection, spec);
  documents.forEach((fields, _id) =>
    insertDocument(collection, encodeDocument({ _id, ...fields })),
  );
  return collection;
}

/**
 * Replaces and removes some documents, the same ones in each collection, to test that stale keys
 * are removed.
 */
function changeDocuments(collection: Collection, documents: readonly Document[]): void {
  [...collection.documents].forEach((stored, _id) => {
    if (_id % 5 === 0) removeDocument(collection, stored);
    else if (_id % 2 === 0)
      replaceDocument(
        collection,
        stored,
        encodeDocument({ _id, ...documents[(_id + 1) % documents.length] }),
      );
  });
}

const idsOf = (collection: Collection, query: FindQuery): number[] =>
  runToEnd(findDocuments(collection, query)).documents.map(
    ({ bytes }) => readDocument(bytes)['_id'] as number,
  );

describe('an indexed find', () => {
  it('finds the same documents as a full scan', () => {
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 30, size: 'max' }),
        filter,
        fc.subarray(indexes, { minLength: 1 }),
        (documents, chosenFilter, specs) => {
          const filter = decodeFilter(chosenFilter);
          const [scanned, indexed] = [fill([], documents), fill(specs, documents)];
          for (const collection of [scanned, indexed]) changeDocuments(collection, documents);
          expect(runToEnd(findDocuments(scanned, { filter })).plans).toBeNull();
          for (const sort of [{}, { b: 1 }, { a: -1 }]) {
            expect(idsOf(indexed, { filter, sort }).sort()).toEqual(
              idsOf(scanned, { filter }).sort(),
            );
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('returns the same order and page as a full scan with a sort', () => {
    const paged = fc.record({
      skip: fc.integer({ min: 0, max: 3 }),
      limit: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 30, size: 'max' }),
        simple,
        sort,
        paged,
        fc.subarray(indexes, { minLength: 1 }),
        (documents, chosenFilter, by, page, specs) => {
          const filter = decodeFilter(chosenFilter);
          const total =
            Object.keys(by).includes('_id') || Object.keys(by).length === 0
              ? by
              : { ...by, _id: 1 as const };
          fc.pre(Object.keys(total).length > 0);
          const query = { filter, sort: total, ...page };
          const scanned = fill([], documents);
          const indexed = fill(specs, documents);
          expect(idsOf(indexed, query)).toEqual(idsOf(scanned, query));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('lets different elements of an array satisfy the two ends of a range', () => {
    const collection = fill(
      [{ v: 2, key: { a: 1 }, name: 'a' }],
      [{ a: [-2, 3] }, { a: [0, 1] }, { a: 5 }],
    );
    const queryResult = runToEnd(
      findDocuments(collection, { filter: { a: { $gte: 2, $lt: -1 } } }),
    );
    expect(queryResult.plans?.[0]?.index.spec.name).toBe('a');
    expect(queryResult.documents.map(({ bytes }) => readDocument(bytes)['_id'])).toEqual([0]);
  });

  it('does not rely on the order of an index with arrays', () => {
    const collection = fill([{ v: 2, key: { a: 1 }, name: 'a' }], [{ a: [1, 9] }, { a: 5 }]);
    expect(idsOf(collection, { filter: { a: { $gte: 4 } }, sort: { a: 1 } })).toEqual([0, 1]);
  });

  it('uses indexes for the branches of an $or, or scans if one branch has none', () => {
    const documents = Array.from({ length: 100 }, (_, i) => ({ a: i % 10, b: i, c: i }));
    const collection = fill(
      [
        { v: 2, key: { a: 1 }, name: 'a' },
        { v: 2, key: { b: 1 }, name: 'b' },
      ],
      documents,
    );
    const queryResult = runToEnd(
      findDocuments(collection, {
        filter: { $or: [{ a: 3 }, { b: { $lt: 5 } }] },
        sort: { b: -1 },
        limit: 2,
      }),
    );
    expect(queryResult.plans?.map(({ index }) => index.spec.name)).toEqual(['a', 'b']);
    expect(queryResult.docsExamined).toBe(14);
    expect(queryResult.documents.map(({ bytes }) => readDocument(bytes)['_id'])).toEqual([93, 83]);
    expect(
      runToEnd(findDocuments(collection, { filter: { $or: [{ a: 3 }, { c: 1 }] } })).plans,
    ).toBeNull();
  });

  it('uses the longest prefix and reads only one page when the index sorts', () => {
    const collection = fill(
      [
        { v: 2, key: { a: 1 }, name: 'short' },
        { v: 2, key: { a: 1, b: -1 }, name: 'long' },
      ],
      Array.from({ length: 200 }, (_, i) => ({ a: i % 2, b: i })),
    );
    const queryResult = runToEnd(
      findDocuments(collection, { filter: { a: 1 }, sort: { b: -1 }, limit: 5 }),
    );
    expect(queryResult.plans?.[0]?.index.spec.name).toBe('long');
    expect(queryResult.docsExamined).toBe(5);
    expect(
      runToEnd(findDocuments(collection, { filter: { a: 1, b: { $gt: 100, $lt: 110 } } }))
        .docsExamined,
    ).toBe(5);
    expect(runToEnd(findDocuments(collection, { filter: { b: 3 } })).plans).toBeNull();
  });
});
