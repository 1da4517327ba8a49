import { describe, expect, it } from '@jest/globals';
import { Binary, Double, ObjectId } from 'bson';
import fc from 'fast-check';
import { Query } from 'mingo';
import { readDocument, type Document } from './bson-reader.js';
import { encodeDocument } from './bson-writer.js';
import { compileFilter, collectFilterFields } from './matcher.js';

const plain = (document: Document): Document => readDocument(encodeDocument(document));
const matches = (filter: Document, document: Document): boolean => compileFilter(filter)(document);

const scalar = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('a', 'b', 'c'));
const list = fc.array(scalar, { maxLength: 3 });
const value = fc.oneof(scalar, list);
const document = fc.record(
  {
    a: value,
    b: scalar,
    c: fc.record({ d: value }),
    e: fc.array(fc.record({ d: scalar }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const condition = fc.oneof(
  value,
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar, $lte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $in: list }),
  fc.record({ $nin: list }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $size: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ $elemMatch: fc.record({ $gte: scalar, $lte: scalar }) }),
  fc.record({ $not: fc.record({ $gt: scalar }) }),
  fc.record({ $regex: fc.constantFrom('^a', 'b', '[bc]$') }),
);
const fields = fc.record(
  { a: condition, b: condition, 'c.d': condition, 'e.d': scalar },
  { requiredKeys: [] },
);
const filter = fc.oneof(
  fields,
  fc.record({ $or: fc.array(fields, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $nor: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $and: fc.array(fields, { minLength: 1, maxLength: 2 }) }),
);

describe('a filter', () => {
  it('agrees with another implementation on numbers, strings, lists, and documents', () => {
    fc.assert(
      fc.property(
        filter,
        fc.array(document, { minLength: 5, maxLength: 10 }),
        (filter, documents) => {
          const test = compileFilter(plain(filter));
          const query = new Query(plain(filter));
          for (const each of documents.map(plain))
            expect([each, test(each)]).toEqual([each, query.test(each)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, Document, Document, boolean]>([
    ['a long and a double of the same value', { v: 3n }, { v: new Double(3) }, true],
    [
      'a long beyond 2^53 and its neighbor',
      { v: 9007199254740993n },
      { v: 9007199254740992 },
      false,
    ],
    [
      'an equal ObjectId',
      { v: new ObjectId('65f000000000000000000001') },
      { v: new ObjectId('65f000000000000000000001') },
      true,
    ],
    [
      'binary values by their bytes',
      { v: new Binary(Buffer.from('a')) },
      { v: new Binary(Buffer.from('b')) },
      false,
    ],
    ['a date in a range', { v: { $gte: new Date(1), $lt: new Date(3) } }, { v: new Date(2) }, true],
    ['NaN, which equals itself', { v: Number.NaN }, { v: Number.NaN }, true],
    ['NaN, which is not less than any number', { v: { $lt: 5 } }, { v: Number.NaN }, false],
    ['a field that only exists on the prototype', { toString: { $exists: true } }, {}, false],
    ['a missing field, which matches null in a list', { v: { $in: [null] } }, {}, true],
    ['a missing field, which equals null', { v: { $ne: null } }, {}, false],
    ['all elements of an array', { v: { $elemMatch: { $all: [1] } } }, { v: [1] }, true],
    ['no elements of an inner array', { v: { $elemMatch: { $all: [1] } } }, { v: [[1]] }, false],
    ['an embedded document in another order', { v: { a: 1, b: 2 } }, { v: { b: 2, a: 1 } }, false],
  ])('handles %s', (_, filter, document, expected) => {
    expect(matches(filter, document)).toBe(expected);
  });

  it('lists the top-level fields it reads', () => {
    expect([...collectFilterFields({ a: 1, $or: [{ 'b.c': 1 }, { $nor: [{ d: 1 }] }] })]).toEqual([
      'a',
      'b',
      'd',
    ]);
  });
});
