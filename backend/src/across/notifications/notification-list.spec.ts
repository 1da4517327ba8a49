import { describe, expect, it } from '@jest/globals';
import { listed, toMark, unreadIn } from './notification-list.js';

const notice = (_id: string, read = false) => ({ _id, read });
const list = [notice('d'), notice('c', true), notice('b'), notice('a')];

describe('marking notices', () => {
  it('names those up to one that are not read yet', () => {
    expect(toMark(list, { upTo: 'd' })).toEqual(['d', 'b', 'a']);
    expect(toMark(list, { upTo: 'c' })).toEqual(['b', 'a']);
  });
  it('names some, and passes over what is read or not in the list', () =>
    expect(toMark(list, { ids: ['a', 'c', 'elsewhere'] })).toEqual(['a']));
  it('knows no notice that is not in the list', () =>
    expect(() => toMark(list, { upTo: 'elsewhere' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    ));
});

it('counts what is not read, up to 99', () => {
  expect(unreadIn(list)).toBe(3);
  expect(unreadIn(Array.from({ length: 120 }, (_, index) => notice(String(index))))).toBe(99);
});

it('goes back 90 days, and on from where a page ended', () => {
  const at = { $gte: '2026-12-13T12:00:00.000Z' };
  expect(listed('pavel', '2027-03-13T12:00:00.000Z')).toEqual({ personId: 'pavel', at });
  const place = { at: '2027-03-01T00:00:00.000Z', id: 'c', shown: 3 };
  expect(listed('pavel', '2027-03-13T12:00:00.000Z', place)).toEqual({
    personId: 'pavel',
    at: { ...at, $lte: place.at },
    $or: [{ at: { $lt: place.at } }, { _id: { $lt: 'c' } }],
  });
});
