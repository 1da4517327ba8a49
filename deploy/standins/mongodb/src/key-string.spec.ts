import { describe, expect, it } from '@jest/globals';
import { Binary, Double, ObjectId } from 'bson';
import fc from 'fast-check';
import { compare, encodeCompoundKey, equalValues, encodeKeyString } from './key-string.js';

const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const scalars = fc.oneof(
  numbers,
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
);
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c\0'), tie('value'), { noNullPrototype: true }),
  ),
}));

const sign = (order: number): number => (order > 0 ? 1 : order < 0 ? -1 : 0);

describe('the key of a value', () => {
  it('orders numbers of every type by exact value', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(sign(compare(a, b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
    expect(compare(2n ** 53n + 1n, 2 ** 53)).toBeGreaterThan(0);
    expect(equalValues(3, new Double(3)) && equalValues(3, 3n) && equalValues(0, -0)).toBe(true);
    expect(compare(Number.NaN, -Infinity)).toBeLessThan(0);
  });

  it('orders strings by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(sign(compare(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('reverses the order of a descending part exactly', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [x, y] = [encodeCompoundKey([a], [-1]), encodeCompoundKey([b], [-1])];
        expect(x < y ? 1 : x > y ? -1 : 0).toBe(
          sign(
            encodeKeyString(a) < encodeKeyString(b)
              ? -1
              : encodeKeyString(a) > encodeKeyString(b)
                ? 1
                : 0,
          ),
        );
      }),
    );
  });

  it('never starts with the key of another value', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [x, y] = [encodeKeyString(a), encodeKeyString(b)];
        expect(x !== y && y.startsWith(x)).toBe(false);
      }),
    );
  });

  it('orders the parts of a compound key in sequence', () => {
    fc.assert(
      fc.property(fc.tuple(values, values), fc.tuple(values, values), (a, b) => {
        const [x, y] = [encodeCompoundKey(a, [1, 1]), encodeCompoundKey(b, [1, 1])];
        const expected = sign(compare(a[0], b[0])) || sign(compare(a[1], b[1]));
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(expected);
      }),
    );
  });

  it('orders types like mongod', () => {
    const ascending = [
      null,
      1,
      'a',
      { a: 1 },
      [1],
      new Binary(Buffer.from('a')),
      new ObjectId(),
      false,
      true,
      new Date(0),
    ];
    const keys = ascending.map(encodeKeyString);
    expect([...keys].sort()).toEqual(keys);
  });

  it('orders documents field by field: type, name, value', () => {
    const ascending = [{}, { a: 1 }, { a: 1, b: 0 }, { a: 2 }, { b: 1 }, { a: 'x' }];
    const keys = ascending.map(encodeKeyString);
    expect([...keys].sort()).toEqual(keys);
    expect(equalValues({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  });

  it('orders binary values by length first', () => {
    expect(compare(new Binary(Buffer.from('b')), new Binary(Buffer.from('aa')))).toBeLessThan(0);
  });

  it('supports keys longer than its initial buffer', () => {
    const long = 'ü'.repeat(5_000);
    expect(compare([long, long, 'a'], [long, long, 'b'])).toBeLessThan(0);
    expect(
      compare(new Binary(Buffer.alloc(10_000, 1)), new Binary(Buffer.alloc(10_000, 2))),
    ).toBeLessThan(0);
  });
});
