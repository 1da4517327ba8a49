import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

const { BSONRegExp, Double, Long } = mongoose.mongo.BSON;

type Row = { _id: number; [field: string]: unknown };

let database: ContractDatabase;
let rows: mongoose.mongo.Collection<Row>;

beforeAll(async () => {
  database = await openContractDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.dropCollection('rows');
  rows = database.db.collection<Row>('rows');
});

const ids = async (filter: object): Promise<number[]> =>
  (await rows.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
const computed = async (expression: unknown): Promise<unknown> => {
  const [result] = await rows
    .aggregate([{ $limit: 1 }, { $project: { _id: 0, value: expression } }], {
      promoteLongs: false,
    })
    .toArray();
  return result?.['value'];
};

describe('a filter without a field name', () => {
  beforeEach(() => rows.insertMany([{ _id: 1 }, { _id: 2 }]));

  it.each<[object, number[]]>([
    [{ $nor: [{}] }, []],
    [{ $and: [{}] }, [1, 2]],
    [{ $or: [{}] }, [1, 2]],
    [{ $nor: [{ $nor: [{}] }] }, [1, 2]],
    [{ $comment: 'all' }, [1, 2]],
  ])('is applied to each document: %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it('deletes and updates nothing if it matches nothing', async () => {
    expect(await rows.deleteMany({ $nor: [{}] })).toMatchObject({ deletedCount: 0 });
    expect(await rows.updateMany({ $nor: [{}] }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 0,
    });
  });
});

it.each([1, 0, 1.5, true])('a write accepts bypassDocumentValidation: %j', async (flag) => {
  const update = { q: {}, u: { $set: { a: 1 } } };
  const command = { update: 'rows', updates: [update], bypassDocumentValidation: flag };
  expect(await database.db.command(command)).toMatchObject({ ok: 1 });
});

describe('a regular expression in a filter', () => {
  const stored = new BSONRegExp('^a', 'i');
  beforeEach(() =>
    rows.insertMany([
      { _id: 1, a: 'apple' },
      { _id: 2, a: stored },
      { _id: 3, a: ['apple', 'pear'] },
      { _id: 4, a: [stored] },
      { _id: 5, a: new BSONRegExp('^a', '') },
      { _id: 6, a: 'pear' },
    ]),
  );

  it.each<[string, object, number[]]>([
    ['equality', { a: { $eq: stored } }, [2, 4]],
    ['no operator', { a: stored }, [1, 2, 3, 4]],
    ['$in', { a: { $in: [stored] } }, [1, 2, 3, 4]],
    ['$nin', { a: { $nin: [stored] } }, [5, 6]],
    ['$not', { a: { $not: stored } }, [5, 6]],
    ['$all', { a: { $all: [stored] } }, [1, 2, 3, 4]],
    ['$elemMatch', { a: { $elemMatch: { $in: [stored] } } }, [3, 4]],
    ['$elemMatch and equality', { a: { $elemMatch: { $eq: stored } } }, [4]],
    ['$regex', { a: { $regex: '^a', $options: 'i' } }, [1, 2, 3, 4]],
  ])('is a pattern, and equals a stored one: %s', async (_operator, filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it.each<[unknown, unknown[]]>([
    [/^a/, ['pear', 'Apple', { b: 'apple' }, 1]],
    [/^a/i, ['pear', { b: 'apple' }, 1]],
    [{ $regex: '^a', $options: 'i' }, ['pear', { b: 'apple' }, 1]],
    [{ $in: [/^a/, 'pear'] }, ['Apple', { b: 'apple' }, 1]],
    [{ $not: /^a/ }, ['apple']],
    [{ b: /^a/ }, ['apple', 'pear', 'Apple', 1]],
    [{ b: { $ne: 'pear' } }, ['apple', 'pear', 'Apple', 1]],
  ])('removes the matching elements of an array: %p', async (condition, remaining) => {
    await rows.insertOne({ _id: 7, a: ['apple', 'pear', 'Apple', { b: 'apple' }, 1] });
    await rows.updateOne({ _id: 7 }, { $pull: { a: condition } as never });
    expect(await rows.findOne({ _id: 7 })).toEqual({ _id: 7, a: remaining });
  });
});

describe('a condition on a path', () => {
  beforeEach(() =>
    rows.insertMany([
      { _id: 1, a: [{ b: 1 }, { b: 2 }] },
      { _id: 2, a: { b: [1, 2] } },
      { _id: 3, a: [{ b: 1 }, { b: [2, 3] }] },
      { _id: 4, a: [{ b: 1 }] },
      { _id: 5, c: 1 },
    ]),
  );

  it('finds all values of $all in different elements of an array', async () => {
    expect(await ids({ 'a.b': { $all: [1, 2] } })).toEqual([1, 2, 3]);
    expect(await ids({ 'a.b': { $all: [[2, 3]] } })).toEqual([3]);
    expect(await ids({ 'a.b': { $all: [null] } })).toEqual([5]);
    expect(await ids({ 'a.b': { $all: [] } })).toEqual([]);
    expect(await ids({ 'a.b': { $all: [1, [2, 3]] } })).toEqual([3]);
    expect(await ids({ 'a.b': { $all: [1, 2], $ne: 3 } })).toEqual([1, 2]);
    expect(await ids({ 'a.b': { $not: { $all: [1, 2] } } })).toEqual([4, 5]);
    expect(await ids({ 'a.1.b': { $all: [2, 3] } })).toEqual([3]);
  });

  it.each<[unknown, number[]]>([
    [NaN, [5]],
    ['', [5]],
    [0, [1, 2, 3, 4]],
    [null, [1, 2, 3, 4]],
    [new Double(0), [1, 2, 3, 4]],
    [Long.fromNumber(1), [5]],
  ])('reads the operand of $exists as a condition: %p', async (operand, expected) => {
    expect(await ids({ c: { $exists: operand } })).toEqual(expected);
  });
});

describe('an upsert', () => {
  it.each<[object, object]>([
    [{ $or: [{ b: 2 }] }, { b: 2 }],
    [{ $or: [{ b: { $eq: 2 } }] }, { b: 2 }],
    [{ $or: [{ $and: [{ b: 2 }, { d: 4 }] }] }, { b: 2, d: 4 }],
    [{ $and: [{ $or: [{ b: 2 }] }, { 'd.e': 4 }] }, { b: 2, d: { e: 4 } }],
    [{ b: { $in: [2] } }, { b: 2 }],
    [{ 'b.d': { $all: [2] } }, { b: { d: 2 } }],
    [{ b: { $eq: 2, $gt: 1 } }, { b: 2 }],
    [{ b: { $eq: /x/ } }, { b: new BSONRegExp('x', '') }],
    [{ b: { 'x.x': 1 } }, { b: { 'x.x': 1 } }],
  ])('takes the fields of an equality: %j', async (filter, fields) => {
    await rows.updateOne({ _id: 1, ...filter }, { $set: { c: 3 } }, { upsert: true });
    expect(await rows.findOne({ _id: 1 }, { bsonRegExp: true })).toEqual({
      _id: 1,
      ...fields,
      c: 3,
    });
  });

  it.each<object>([
    { $or: [{ b: 2 }, { b: 3 }] },
    { $nor: [{ b: 2 }] },
    { b: /x/ },
    { b: { $in: [/x/] } },
    { b: { $all: [/x/] } },
    { b: { $in: [2, 3] } },
    { b: { $in: [] } },
    { b: { $not: { $eq: 2 } } },
    { b: { $elemMatch: { $eq: 2 } } },
  ])('takes no field of another condition: %j', async (filter) => {
    await rows.updateOne({ _id: 1, ...filter }, { $set: { c: 3 } }, { upsert: true });
    expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, c: 3 });
  });

  it.each<object>([
    { b: 1, 'b.d': 1 },
    { 'b.d': 1, b: {} },
    { b: { d: 1 }, 'b.e': 1 },
    { b: { $all: [1, 2] } },
    { $and: [{ b: 1 }, { b: 2 }] },
  ])('is refused if a path has two values: %j', async (filter) => {
    const upsert = rows.updateOne(filter, { $set: { c: 3 } }, { upsert: true });
    await expect(upsert).rejects.toMatchObject({ code: 54 });
    expect(await rows.countDocuments()).toBe(0);
  });

  it.each<object>([{ _id: { $in: [1] } }, { $or: [{ _id: 1 }] }, { _id: 1, b: 1, 'b.d': 1 }])(
    'with a replacement takes only the _id: %j',
    async (filter) => {
      await rows.replaceOne(filter, { c: 3 }, { upsert: true });
      expect(await rows.find().toArray()).toEqual([{ _id: 1, c: 3 }]);
    },
  );

  it('with a replacement is refused if the filter has only a part of the _id', async () => {
    const upsert = rows.replaceOne({ '_id.a': 1, '_id.b': 2 }, { c: 3 }, { upsert: true });
    await expect(upsert).rejects.toMatchObject({ code: 111 });
  });
});

describe('an expression', () => {
  const date = new Date('2026-03-01T00:00:00Z');
  const later = (milliseconds: number) => new Date(date.getTime() + milliseconds);
  beforeEach(() =>
    rows.insertMany([{ _id: 1, date, int: 2, long: Long.fromNumber(3), double: new Double(2) }]),
  );

  it.each<[string, unknown, unknown]>([
    ['long + long', { $add: ['$long', '$long'] }, Long.fromNumber(6)],
    ['long + int', { $add: ['$long', '$int'] }, Long.fromNumber(5)],
    ['long * int', { $multiply: ['$long', '$int'] }, Long.fromNumber(6)],
    ['long - int', { $subtract: ['$long', '$int'] }, Long.fromNumber(1)],
    ['int + int', { $add: ['$int', '$int'] }, 4],
    ['long + double', { $add: ['$long', '$double'] }, 5],
    ['date + 2.5 ms', { $add: ['$date', 2.5] }, later(3)],
    ['date - 2 ms', { $subtract: ['$date', 2] }, later(-2)],
    ['a missing field in a list with null', { $in: ['$missing', [null]] }, false],
    ['a missing field in a list with null', { $in: [null, [null]] }, true],
    ['a missing format', { $dateToString: { date: '$date', format: '$missing' } }, null],
  ])('computes %s', async (_title, expression, expected) => {
    expect(await computed(expression)).toEqual(expected);
  });

  it('sums longs to a long', async () => {
    const [group] = await rows
      .aggregate([{ $group: { _id: null, sum: { $sum: '$long' } } }], { promoteLongs: false })
      .toArray();
    expect(group?.['sum']).toEqual(Long.fromNumber(3));
  });

  it.each([NaN, Infinity, -Infinity])('refuses a date moved by %p milliseconds', async (ms) => {
    await expect(computed({ $add: ['$date', ms] })).rejects.toMatchObject({ code: 15 });
  });
});

describe('the options of an index', () => {
  const createIndex = (options: object) =>
    database.db.command({
      createIndexes: 'rows',
      indexes: [{ key: { a: 1 }, name: 'a', ...options }],
    });

  it.each([true, 1, new Double(1), Long.fromNumber(2)])('make it unique: %p', async (unique) => {
    await createIndex({ unique });
    await rows.insertOne({ _id: 1, a: 1 });
    await expect(rows.insertOne({ _id: 2, a: 1 })).rejects.toMatchObject({ code: 11000 });
  });

  it.each([false, 0])('do not make it unique: %p', async (unique) => {
    await createIndex({ unique });
    await rows.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
  });

  it.each([{ unique: 'yes' }, { sparse: 'yes' }, { partialFilterExpression: 1 }])(
    'must have the right type: %j',
    async (options) => {
      await expect(createIndex(options)).rejects.toMatchObject({ code: 14 });
    },
  );

  it.each([{ $ne: 1 }, { $not: { $gt: 1 } }, { $nin: [1] }, { $exists: false }, { $size: 1 }])(
    'refuse a partial index with %j',
    async (condition) => {
      const options = { partialFilterExpression: { b: condition } };
      await expect(createIndex(options)).rejects.toMatchObject({ code: 67 });
    },
  );
});
