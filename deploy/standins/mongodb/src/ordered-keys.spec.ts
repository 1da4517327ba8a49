import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OrderedKeys } from './ordered-keys.js';

const key = fc.integer({ min: 0, max: 3_000 }).map((n) => String(n).padStart(4, '0'));
const action = fc.record({ key, removing: fc.boolean() });

describe('ordered keys', () => {
  it('match a sorted list across many splits and empty chunks', () => {
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 1_500, maxLength: 4_000, size: 'max' }),
        key,
        key,
        (actions, low, high) => {
          const keys = new OrderedKeys<string>();
          const model = new Set<string>();
          for (const { key, removing } of actions) {
            if (removing) keys.delete(key);
            else keys.insert(key, key);
            if (removing) model.delete(key);
            else model.add(key);
          }
          const expected = [...model].sort().filter((each) => each >= low && each < high);
          expect([...keys.ascending(low, high)]).toEqual(expected);
          expect([...keys.descending(low, high)]).toEqual([...expected].reverse());
          expect(keys.size).toBe(model.size);
          expect(keys.startingWith(low.slice(0, 3))).toBe(
            [...model].sort().find((each) => each.startsWith(low.slice(0, 3))),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('stay in order when filled in order and emptied from either end', () => {
    const keys = new OrderedKeys<number>();
    const name = (n: number): string => String(n).padStart(6, '0');
    for (let n = 0; n < 5_000; n++) keys.insert(name(n), n);
    for (let n = 0; n < 2_000; n++) keys.delete(name(n));
    for (let n = 4_999; n >= 3_000; n--) keys.delete(name(n));
    expect([...keys.ascending('', '~')]).toEqual(
      Array.from({ length: 1_000 }, (_, i) => 2_000 + i),
    );
    for (let n = 2_000; n < 3_000; n++) keys.delete(name(n));
    expect([...keys.descending('', '~')]).toEqual([]);
    keys.insert('a', 1);
    expect([...keys.ascending('', '~')]).toEqual([1]);
  });
});
