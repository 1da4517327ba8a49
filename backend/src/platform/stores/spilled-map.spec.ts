import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SpilledMap, openSpill } from './spilled-map.js';

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'é', 'z', 'aa', '\u{1F3BE}', '\uFFFD'),
  fc.string({ maxLength: 3 }),
);
const step = fc.record({ key, value: fc.option(fc.nat(), { freq: 3 }) });

it('behaves like a map in memory, no matter how few entries it keeps in memory', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      (steps, keptCount) => {
        const spilled = new SpilledMap<number>(openSpill(), 'numbers', keptCount);
        const plain = new Map<string, number>();
        for (const { key, value } of steps) {
          expect(spilled.get(key)).toBe(plain.get(key));
          if (value === null) expect(spilled.delete(key)).toBe(plain.delete(key));
          else {
            spilled.set(key, value);
            plain.set(key, value);
          }
          expect(spilled.get(key)).toBe(plain.get(key));
        }
        expect(spilled.countEntries()).toBe(plain.size);
        const inOrder = [...plain].sort(([a], [b]) =>
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
        expect([...spilled.entriesInOrder()]).toEqual(inOrder);
      },
    ),
  );
});

it('separates two maps of one database', () => {
  const database = openSpill();
  const [firstMap, two] = [
    new SpilledMap<string>(database, 'one', 1),
    new SpilledMap<string>(database, 'two', 1),
  ];
  firstMap.set('key', 'of one').set('other', 'of one');
  two.set('key', 'of two');
  expect([...firstMap.entriesInOrder(), ...two.entriesInOrder()]).toEqual([
    ['key', 'of one'],
    ['other', 'of one'],
    ['key', 'of two'],
  ]);
});
