import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

let database: ContractDatabase;
let earnings: mongoose.mongo.Collection<{ _id: number }>;

const at = (text: string): Date => new Date(text);

beforeAll(async () => {
  database = await openContractDatabase();
  earnings = database.db.collection('earnings');
  await earnings.insertMany([
    {
      _id: 1,
      host: 'ann',
      cents: 2500,
      at: at('2026-03-01T04:30:00Z'),
      tags: ['a', 'b'],
      court: { city: 'NYC' },
    },
    {
      _id: 2,
      host: 'ann',
      cents: 1750,
      at: at('2026-03-01T05:30:00Z'),
      tags: [],
      court: { city: 'NYC' },
    },
    {
      _id: 3,
      host: 'bob',
      cents: 4000,
      at: at('2026-03-08T07:30:00Z'),
      tags: ['b'],
      court: { city: 'LA' },
    },
    { _id: 4, host: 'bob', at: at('2026-07-15T12:00:00Z'), tags: null },
    { _id: 5, host: null, cents: 'free', at: at('2026-12-31T23:59:59.999Z') },
    { _id: 6, cents: 0.5, at: at('2027-01-01T00:00:00Z') },
  ] as never);
});
afterAll(() => database.close());

const run = (...pipeline: object[]): Promise<object[]> =>
  earnings.aggregate(pipeline as mongoose.mongo.Document[]).toArray();
const project = async (expression: unknown, filter: object = { _id: 1 }): Promise<unknown> => {
  const [resultDocument] = await run(
    { $match: filter },
    { $project: { _id: 0, value: expression } },
  );
  return (resultDocument as { value?: unknown }).value;
};

describe('$group', () => {
  it('sums, averages, and finds the extremes of numeric values', async () => {
    const group = {
      _id: '$host',
      sum: { $sum: '$cents' },
      avg: { $avg: '$cents' },
      min: { $min: '$cents' },
      max: { $max: '$cents' },
      n: { $sum: 1 },
    };
    expect(await run({ $group: group }, { $sort: { _id: 1 } })).toEqual([
      { _id: null, sum: 0.5, avg: 0.5, min: 0.5, max: 'free', n: 2 },
      { _id: 'ann', sum: 4250, avg: 2125, min: 1750, max: 2500, n: 2 },
      { _id: 'bob', sum: 4000, avg: 4000, min: 4000, max: 4000, n: 2 },
    ]);
  });

  it('collects first, last, all, and distinct values', async () => {
    const group = {
      _id: '$host',
      first: { $first: '$cents' },
      last: { $last: '$cents' },
      all: { $push: '$cents' },
      cities: { $addToSet: '$court.city' },
    };
    expect(
      await run(
        { $match: { host: { $in: ['ann', 'bob'] } } },
        { $sort: { _id: 1 } },
        { $group: group },
        { $sort: { _id: 1 } },
      ),
    ).toEqual([
      { _id: 'ann', first: 2500, last: 1750, all: [2500, 1750], cities: ['NYC'] },
      { _id: 'bob', first: 4000, last: null, all: [4000], cities: ['LA'] },
    ]);
  });

  it('groups by a document of expressions and omits missing fields', async () => {
    const month = { $dateToString: { date: '$at', format: '%Y-%m' } };
    const pipeline = [
      { $match: { _id: { $gt: 3 } } },
      { $group: { _id: { host: '$host', month }, n: { $sum: 1 } } },
      { $sort: { '_id.month': 1 } },
    ];
    expect(await run(...pipeline)).toEqual([
      { _id: { host: 'bob', month: '2026-07' }, n: 1 },
      { _id: { host: null, month: '2026-12' }, n: 1 },
      { _id: { month: '2027-01' }, n: 1 },
    ]);
  });

  it('adds fractions without drift', async () => {
    const tenths = database.db.collection<{ _id: number }>('tenths');
    await tenths.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id, v: 0.1 })));
    expect(
      await tenths.aggregate([{ $group: { _id: null, v: { $sum: '$v' } } }]).toArray(),
    ).toEqual([{ _id: null, v: 1 }]);
  });

  it('counts conditionally', async () => {
    const paid = { $sum: { $cond: [{ $gte: ['$cents', 2500] }, 1, 0] } };
    expect(await run({ $match: { host: 'ann' } }, { $group: { _id: null, paid } })).toEqual([
      { _id: null, paid: 1 },
    ]);
  });

  it('returns nothing for an empty input', async () => {
    expect(await run({ $match: { _id: 99 } }, { $group: { _id: null, n: { $sum: 1 } } })).toEqual(
      [],
    );
    expect(await run({ $match: { _id: 99 } }, { $count: 'n' })).toEqual([]);
  });
});

describe('stages', () => {
  it('unwind arrays and drop or keep documents without one', async () => {
    const of = async (stage: unknown) =>
      (await run(
        { $unwind: stage },
        { $project: { tags: 1 } },
        { $sort: { _id: 1, tags: 1 } },
      )) as unknown;
    expect(await of('$tags')).toEqual([
      { _id: 1, tags: 'a' },
      { _id: 1, tags: 'b' },
      { _id: 3, tags: 'b' },
    ]);
    expect(await of({ path: '$tags', preserveNullAndEmptyArrays: true })).toEqual([
      { _id: 1, tags: 'a' },
      { _id: 1, tags: 'b' },
      { _id: 2 },
      { _id: 3, tags: 'b' },
      { _id: 4, tags: null },
      { _id: 5 },
      { _id: 6 },
    ]);
  });

  it('sort, skip, and limit in the given order', async () => {
    expect(
      await run({ $sort: { _id: -1 } }, { $limit: 3 }, { $skip: 1 }, { $project: { _id: 1 } }),
    ).toEqual([{ _id: 5 }, { _id: 4 }]);
    expect(await run({ $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } })).toEqual([
      { _id: 2 },
      { _id: 1 },
    ]);
    expect(await run({ $skip: 1 }, { $match: { host: 'ann' } }, { $count: 'n' })).toEqual([
      { n: 1 },
    ]);
  });

  it('project fields and expressions', async () => {
    expect(
      await run(
        { $match: { _id: 1 } },
        { $project: { cents: 1, city: '$court.city', gone: '$nothing' } },
      ),
    ).toEqual([{ _id: 1, cents: 2500, city: 'NYC' }]);
    expect(
      await run({ $match: { _id: 3 } }, { $project: { at: 0, tags: 0, 'court.city': 0 } }),
    ).toEqual([{ _id: 3, host: 'bob', cents: 4000, court: {} }]);
  });

  it('add and replace fields', async () => {
    const pipeline = [
      { $match: { _id: 2 } },
      { $project: { cents: 1 } },
      { $addFields: { cents: { $multiply: ['$cents', 2] }, n: 1 } },
    ];
    expect(await run(...pipeline)).toEqual([{ _id: 2, cents: 3500, n: 1 }]);
  });
});

describe('expressions', () => {
  it.each<[unknown, unknown]>([
    [{ $add: ['$cents', 1, 0.5] }, 2501.5],
    [{ $subtract: ['$cents', 500] }, 2000],
    [{ $add: ['$cents', '$nothing'] }, null],
    [{ $add: ['$at', 1000] }, at('2026-03-01T04:30:01Z')],
    [{ $subtract: ['$at', at('2026-03-01T04:00:00Z')] }, 1_800_000],
    [{ $divide: ['$cents', 1000] }, 2.5],
    [{ $cond: { if: { $eq: ['$host', 'ann'] }, then: 'yes', else: 'no' } }, 'yes'],
    [{ $ifNull: ['$nothing', null, 'other'] }, 'other'],
    [{ $eq: ['$nothing', null] }, false],
    [{ $lt: ['$nothing', null] }, true],
    [{ $gt: ['text', 5] }, true],
    [{ $and: [1, 'text', { $not: [0] }] }, true],
    [{ $or: [null, 0, '$nothing'] }, false],
    [{ $in: ['b', '$tags'] }, true],
    [{ $size: '$tags' }, 2],
    [{ $concat: ['$host', '-', '$court.city'] }, 'ann-NYC'],
    [{ $literal: '$host' }, '$host'],
    [
      ['$host', '$nothing'],
      ['ann', null],
    ],
  ])('evaluate %j', async (expression, expected) => {
    expect(await project(expression)).toEqual(expected);
  });

  it.each<[string, string | undefined, number, string]>([
    ['month', undefined, 1, '2026-03-01T00:00:00.000Z'],
    ['month', 'America/New_York', 1, '2026-02-01T05:00:00.000Z'],
    ['day', 'America/New_York', 1, '2026-02-28T05:00:00.000Z'],
    ['day', 'America/New_York', 3, '2026-03-08T05:00:00.000Z'],
    ['month', 'America/New_York', 4, '2026-07-01T04:00:00.000Z'],
    ['week', undefined, 4, '2026-07-12T00:00:00.000Z'],
    ['quarter', '+05:30', 5, '2026-12-31T18:30:00.000Z'],
    ['year', undefined, 5, '2026-01-01T00:00:00.000Z'],
    ['hour', undefined, 5, '2026-12-31T23:00:00.000Z'],
    ['minute', undefined, 5, '2026-12-31T23:59:00.000Z'],
  ])('truncate to the %s in %s for document %d', async (unit, timezone, _id, expected) => {
    const expression = { $dateTrunc: { date: '$at', unit, ...(timezone && { timezone }) } };
    expect(await project(expression, { _id })).toEqual(at(expected));
  });

  it.each<[object, string]>([
    [{}, '2026-03-01T04:30:00.000Z'],
    [{ format: '%Y-%m-%d %H:%M:%S.%L %z %%' }, '2026-03-01 04:30:00.000 +0000 %'],
    [{ format: '%Y-%m-%d %H:%M %z', timezone: 'America/New_York' }, '2026-02-28 23:30 -0500'],
  ])('format a date with %j', async (options, expected) => {
    expect(await project({ $dateToString: { date: '$at', ...options } })).toBe(expected);
  });
});
