import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

let database: ContractDatabase;
let courts: mongoose.mongo.Collection<{ _id: number }>;

const DOCUMENTS = [
  {
    _id: 1,
    name: 'Ashe',
    city: 'New York',
    rate: 25,
    tags: ['clay', 'lights'],
    at: { lat: 40, lon: -73 },
    slots: [
      { h: 9, free: true },
      { h: 10, free: false },
    ],
  },
  {
    _id: 2,
    name: 'bowl',
    city: 'boston',
    rate: 40,
    tags: ['hard'],
    at: { lat: 42, lon: -71 },
    slots: [{ h: 9, free: false }],
  },
  {
    _id: 3,
    name: 'Court.3',
    city: 'Boston',
    rate: 30,
    tags: [],
    at: null,
    slots: [],
    grid: [[1, 3], 5, ['inner']],
  },
  { _id: 4, name: 'Dome', city: null, rate: 30, tags: ['hard', 'lights', 'indoor'] },
  { _id: 5, name: 'Edge', rate: 55, tags: 'hard', scores: [3, 8], slots: [{ h: 12 }] },
];

beforeAll(async () => {
  database = await openContractDatabase();
  courts = database.db.collection('courts');
  await courts.insertMany(DOCUMENTS);
});
afterAll(() => database.close());

const ids = async (filter: object): Promise<number[]> =>
  (await courts.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

describe('filters', () => {
  it.each<[object, number[]]>([
    [{ rate: 30 }, [3, 4]],
    [{ tags: 'hard' }, [2, 4, 5]],
    [{ tags: ['hard'] }, [2]],
    [{ tags: [] }, [3]],
    [{ 'at.lat': 42 }, [2]],
    [{ at: { lat: 40, lon: -73 } }, [1]],
    [{ at: { lon: -73, lat: 40 } }, []],
    [{ 'slots.h': 9 }, [1, 2]],
    [{ 'slots.0.h': 9 }, [1, 2]],
    [{ 'slots.1.h': 10 }, [1]],
    [{ 'tags.0': 'hard' }, [2, 4]],
    [{ city: null }, [4, 5]],
    [{ 'at.lat': null }, [3, 4, 5]],
    [{ 'slots.free': null }, [4, 5]],
    [{ city: { $exists: false } }, [5]],
    [{ city: { $exists: true } }, [1, 2, 3, 4]],
    [{ 'slots.free': { $exists: true } }, [1, 2]],
    [{ 'slots.free': { $exists: false } }, [3, 4, 5]],
    [{ rate: { $in: [25, 55] } }, [1, 5]],
    [{ tags: { $in: ['clay', 'indoor'] } }, [1, 4]],
    [{ city: { $in: [null, 'boston'] } }, [2, 4, 5]],
    [{ city: { $in: [/^bos/i] } }, [2, 3]],
    [{ tags: { $nin: ['hard'] } }, [1, 3]],
    [{ rate: { $ne: 30 } }, [1, 2, 5]],
    [{ tags: { $ne: 'lights' } }, [2, 3, 5]],
    [{ city: { $ne: null } }, [1, 2, 3]],
    [{ rate: { $gt: 25, $lte: 40 } }, [2, 3, 4]],
    [{ scores: { $gt: 5, $lt: 5 } }, [5]],
    [{ scores: { $elemMatch: { $gt: 5, $lt: 5 } } }, []],
    [{ scores: { $elemMatch: { $gte: 8 } } }, [5]],
    [{ grid: { $elemMatch: { $gt: 2, $lt: 4 } } }, []],
    [{ grid: { $elemMatch: { $eq: 5 } } }, [3]],
    [{ grid: { $elemMatch: { $eq: [1, 3] } } }, [3]],
    [{ grid: { $elemMatch: { $in: [3, 7] } } }, []],
    [{ grid: { $elemMatch: { $ne: 3, $lt: 9 } } }, [3]],
    [{ grid: { $elemMatch: { $size: 2 } } }, [3]],
    [{ grid: { $elemMatch: { $elemMatch: { $gt: 2, $lt: 4 } } } }, [3]],
    [{ grid: { $elemMatch: { $regex: '^in' } } }, []],
    [{ slots: { $elemMatch: { h: 9, free: false } } }, [2]],
    [{ 'slots.h': 9, 'slots.free': false }, [1, 2]],
    [{ slots: { $elemMatch: { h: { $gt: 11 } } } }, [5]],
    [{ tags: { $all: ['lights', 'hard'] } }, [4]],
    [{ tags: { $all: ['hard'] } }, [2, 4, 5]],
    [{ tags: { $size: 2 } }, [1]],
    [{ tags: { $size: 0 } }, [3]],
    [{ $or: [{ rate: 25 }, { city: 'boston' }] }, [1, 2]],
    [{ $and: [{ rate: 30 }, { tags: 'hard' }] }, [4]],
    [{ $nor: [{ rate: 30 }, { tags: 'hard' }] }, [1]],
    [{ rate: { $not: { $gt: 30 } } }, [1, 3, 4]],
    [{ scores: { $not: { $gt: 5, $lt: 5 } } }, [1, 2, 3, 4]],
    [{ name: { $not: /^b/i } }, [1, 3, 4, 5]],
    [{ city: { $regex: 'BOS', $options: 'i' } }, [2, 3]],
    [{ city: /^bos/i }, [2, 3]],
    [{ name: { $regex: '^Court\\.3$' } }, [3]],
    [{ tags: /^ind/ }, [4]],
    [{ tags: { $regex: 'LIGHTS', $options: 'i' } }, [1, 4]],
    [{ rate: { $eq: 55 } }, [5]],
    [{}, [1, 2, 3, 4, 5]],
  ])('match %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });
});

describe('result options', () => {
  it('sort, skip, and limit', async () => {
    const page = await courts
      .find()
      .sort({ rate: -1, _id: -1 })
      .skip(1)
      .limit(3)
      .project({ _id: 1 })
      .toArray();
    expect(page.map(({ _id }) => _id)).toEqual([2, 4, 3]);
  });

  it('sort by the smallest element ascending and the greatest descending', async () => {
    const order = async (direction: 1 | -1) =>
      (
        await courts
          .find({ _id: { $ne: 5 } })
          .sort({ tags: direction, _id: 1 })
          .toArray()
      ).map(({ _id }) => _id);
    expect(await order(1)).toEqual([3, 1, 2, 4]);
    expect(await order(-1)).toEqual([1, 4, 2, 3]);
  });

  it('sort missing values with null, below everything', async () => {
    const sortedCourts = await courts.find().sort({ city: 1, _id: -1 }).toArray();
    expect(sortedCourts.map(({ _id }) => _id)).toEqual([5, 4, 3, 1, 2]);
  });

  it.each<[Record<string, unknown>, object]>([
    [{ name: 1 }, { _id: 1, name: 'Ashe' }],
    [{ name: 1, _id: 0 }, { name: 'Ashe' }],
    [{ 'slots.h': 1 }, { _id: 1, slots: [{ h: 9 }, { h: 10 }] }],
    [{ 'at.lat': 1, 'at.lon': 1, _id: 0 }, { at: { lat: 40, lon: -73 } }],
    [
      { slots: 0, tags: 0, at: 0 },
      { _id: 1, name: 'Ashe', city: 'New York', rate: 25 },
    ],
    [
      { 'at.lat': 0, slots: 0, tags: 0, _id: 0 },
      { name: 'Ashe', city: 'New York', rate: 25, at: { lon: -73 } },
    ],
  ])('project %j', async (projection, expected) => {
    expect(await courts.findOne({ _id: 1 }, { projection })).toEqual(expected);
  });

  it('cannot mix inclusion and exclusion', async () => {
    await expect(courts.findOne({}, { projection: { name: 1, rate: 0 } })).rejects.toMatchObject({
      code: 31254,
    });
  });

  it('count and list distinct values', async () => {
    expect(await courts.countDocuments({ tags: 'hard' })).toBe(3);
    expect(await courts.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await courts.estimatedDocumentCount()).toBe(5);
    expect(await courts.distinct('tags' as never)).toEqual(['clay', 'hard', 'indoor', 'lights']);
    expect(await courts.distinct('slots.h' as never, { _id: { $lt: 3 } })).toEqual([9, 10]);
    expect(await courts.distinct('city' as never)).toEqual([null, 'Boston', 'New York', 'boston']);
  });
});

describe('cursors', () => {
  it('return every document in batches', async () => {
    const numbers = database.db.collection<{ _id: number }>('numbers');
    await numbers.insertMany(Array.from({ length: 1050 }, (_, _id) => ({ _id })));
    for (const batchSize of [7, 1000, undefined]) {
      const receivedIds: number[] = [];
      for await (const { _id } of numbers.find({}, { batchSize }).sort({ _id: 1 }))
        receivedIds.push(_id);
      expect(receivedIds).toEqual(Array.from({ length: 1050 }, (_, i) => i));
    }
  });

  it('end when their collection is dropped', async () => {
    const doomed = database.db.collection<{ _id: number }>('doomed');
    await doomed.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id })));
    const cursor = doomed.find({}, { batchSize: 2 });
    await cursor.next();
    await doomed.drop();
    await cursor.next();
    await expect(cursor.next()).rejects.toMatchObject({ code: 175 });
  });

  it('are forgotten once closed', async () => {
    const cursor = courts.find({}, { batchSize: 1 });
    await cursor.next();
    const { id } = cursor;
    await cursor.close();
    await expect(database.db.command({ getMore: id, collection: 'courts' })).rejects.toMatchObject({
      code: 43,
    });
  });
});
