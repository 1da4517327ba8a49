import { describe, expect, it } from '@jest/globals';
import { Query } from 'mingo';
import { matchesFilter, sortedBy } from './filter.js';

const documents = [
  { _id: 'a', status: 'pending', dueAt: '2027-01-02', cents: 0, tags: ['x'], offsets: [{ to: 1 }] },
  { _id: 'b', status: 'confirmed', dueAt: null, cents: 5, tags: [], offsets: [] },
  { _id: 'c', status: 'confirmed', cents: -5, tags: ['y', 'x'], offsets: [{ to: 2 }, { to: 3 }] },
];

describe('matchesFilter', () => {
  it.each<object>([
    { status: 'confirmed' },
    { dueAt: { $lte: '2027-01-02' } },
    { dueAt: { $gt: '' } },
    { dueAt: null },
    { dueAt: { $ne: null } },
    { cents: { $gt: 0 } },
    { cents: { $gte: 0, $lt: 5 } },
    { tags: 'x' },
    { tags: { $ne: 'x' } },
    { 'offsets.to': 3 },
    { _id: { $in: ['a', 'c'] } },
    { _id: { $nin: ['a', 'c'] } },
    { $or: [{ cents: 0 }, { _id: { $nin: ['b'] } }] },
    { $and: [{ cents: { $lt: 1 } }, { status: 'confirmed' }] },
  ])('finds what MongoDB finds: %j', (filter) => {
    const idsOf = (found: readonly object[]) =>
      found.map((document) => (document as { _id: string })._id);
    expect(idsOf(documents.filter((document) => matchesFilter(document, filter)))).toEqual(
      idsOf(new Query(filter).find<object>(documents).all()),
    );
  });

  it('refuses an operator that it does not support', () =>
    expect(() => matchesFilter({ status: 'a' }, { status: { $regex: 'a' } })).toThrow('$regex'));
});

it('sorts by several fields', () =>
  expect(sortedBy(documents, { status: 1, cents: -1 }).map(({ _id }) => _id)).toEqual([
    'b',
    'c',
    'a',
  ]));
