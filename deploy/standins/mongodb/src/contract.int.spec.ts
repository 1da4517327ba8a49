import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

const { Binary, Double, Int32, Long, ObjectId } = mongoose.mongo.BSON;

let database: ContractDatabase;
type Row = { _id: number | string | mongoose.mongo.ObjectId; [field: string]: unknown };
let things: mongoose.mongo.Collection<Row>;

beforeAll(async () => {
  database = await openContractDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.dropCollection('things');
  things = database.db.collection<Row>('things');
});

const ids = async (filter: object, sort: Record<string, 1 | -1> = { _id: 1 }): Promise<unknown[]> =>
  (
    await things
      .find(filter as never)
      .sort(sort)
      .project({ _id: 1 })
      .toArray()
  ).map(({ _id }) => _id);

const insert = (...documents: object[]) => things.insertMany(documents as never);

describe('whole-document writes', () => {
  const guarded = (id: string, previous: number, value: string) => ({
    replaceOne: {
      filter: { _id: id, position: previous },
      replacement: { _id: id, position: previous + 1, value },
      upsert: true,
    },
  });

  it('replace a document at the expected position', async () => {
    await things.bulkWrite([guarded('a', 0, 'first')] as never);
    const result = await things.bulkWrite([guarded('a', 1, 'second')] as never);
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', position: 2, value: 'second' });
  });

  it('report a duplicate key for a stale upsert and continue if they are unordered', async () => {
    await things.bulkWrite([guarded('a', 0, 'first'), guarded('a', 1, 'second')] as never);
    const stale = things.bulkWrite(
      [guarded('a', 0, 'stale'), guarded('b', 0, 'new'), guarded('a', 1, 'stale')] as never,
      { ordered: false },
    );
    const error = (await stale.catch(
      (error: unknown) => error,
    )) as mongoose.mongo.MongoBulkWriteError;
    expect(error.code).toBe(11000);
    expect([error.writeErrors].flat().map(({ index, code }) => [index, code])).toEqual([
      [0, 11000],
      [2, 11000],
    ]);
    expect(error.result.upsertedIds).toEqual({ 1: 'b' });
    expect(await things.findOne({ _id: 'a' })).toMatchObject({ position: 2, value: 'second' });
  });

  it('stop at the first error in an ordered bulk write', async () => {
    await insert({ _id: 'a', position: 5 });
    const error = (await things
      .bulkWrite([guarded('a', 0, 'stale'), guarded('b', 0, 'new')] as never)
      .catch((error: unknown) => error)) as {
      code: number;
    };
    expect(error.code).toBe(11000);
    expect(await things.countDocuments({ _id: 'b' })).toBe(0);
  });

  it('run concurrently, a thousand with guards', async () => {
    const batch = (previous: number) =>
      Array.from({ length: 1000 }, (_, i) => guarded(`k${i}`, previous, `v${previous}`));
    expect((await things.bulkWrite(batch(0) as never, { ordered: false })).upsertedCount).toBe(
      1000,
    );
    expect((await things.bulkWrite(batch(1) as never, { ordered: false })).modifiedCount).toBe(
      1000,
    );
    const storedThings = await things
      .find({ _id: { $in: Array.from({ length: 1000 }, (_, i) => `k${i}`) } as never })
      .toArray();
    expect(new Set(storedThings.map(({ value }) => value))).toEqual(new Set(['v1']));
  });

  it('keep _id and move it first', async () => {
    await insert({ z: 1, _id: 'a' });
    expect(Object.keys((await things.findOne({ _id: 'a' }))!)).toEqual(['_id', 'z']);
    await things.replaceOne({ _id: 'a' }, { y: 2 } as never);
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', y: 2 });
    await expect(things.replaceOne({ _id: 'a' }, { _id: 'b' } as never)).rejects.toMatchObject({
      code: 66,
    });
    await expect(things.updateOne({ _id: 'a' }, { $set: { _id: 'b' } })).rejects.toMatchObject({
      code: 66,
    });
  });

  it('count an identical replacement as modified unless it contains the _id', async () => {
    await insert({ _id: 'a', v: 1 });
    expect(await things.replaceOne({ _id: 'a' }, { v: 1 } as never)).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await things.replaceOne({ _id: 'a' }, { _id: 'a', v: 1 } as never)).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
  });

  it('report the key of a duplicate', async () => {
    await things.createIndex({ email: 1 }, { unique: true });
    await insert({ _id: 1, email: 'a@b.c' });
    const twice = insert({ _id: 2, email: 'a@b.c' });
    await expect(twice).rejects.toMatchObject({ code: 11000 });
    const single = things.insertOne({ _id: 2, email: 'a@b.c' });
    await expect(single).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@b.c' },
    });
  });

  it('delete one or many documents', async () => {
    await insert({ _id: 1, k: 'x' }, { _id: 2, k: 'x' }, { _id: 3, k: 'x' }, { _id: 4, k: 'y' });
    expect((await things.deleteOne({ k: 'x' })).deletedCount).toBe(1);
    expect((await things.deleteMany({ k: 'x' })).deletedCount).toBe(2);
    expect(await ids({})).toEqual([4]);
  });
});

describe('field updates', () => {
  it('apply $set, $unset, $inc, $min, $max, and $setOnInsert by path', async () => {
    await things.updateOne(
      { _id: 1, kind: 'x' },
      { $setOnInsert: { made: true }, $set: { 'a.b': 1 }, $inc: { n: 2 } as never },
      { upsert: true },
    );
    expect(await things.findOne({ _id: 1 })).toEqual({
      _id: 1,
      kind: 'x',
      a: { b: 1 },
      made: true,
      n: 2,
    });
    await things.updateOne(
      { _id: 1 },
      {
        $setOnInsert: { made: false },
        $unset: { 'a.b': '' },
        $inc: { n: -1 } as never,
        $max: { top: 3 },
        $min: { low: 9 },
      },
    );
    expect(await things.findOne({ _id: 1 })).toEqual({
      _id: 1,
      kind: 'x',
      a: {},
      made: true,
      n: 1,
      top: 3,
      low: 9,
    });
  });

  it('apply $push, $pull, and $addToSet to one value or to each value of a list', async () => {
    await insert({ _id: 1 });
    await things.updateOne(
      { _id: 1 },
      { $push: { tags: 'a' } as never, $addToSet: { set: 'x' } as never },
    );
    await things.updateOne(
      { _id: 1 },
      { $push: { tags: 'b' } as never, $addToSet: { set: 'x' } as never },
    );
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1, tags: ['a', 'b'], set: ['x'] });
    await things.updateOne({ _id: 1 }, { $pull: { tags: 'a' } as never });
    expect(await things.findOne({ _id: 1 })).toMatchObject({ tags: ['b'] });
    await things.updateOne({ _id: 1 }, {
      $push: { tags: { $each: ['c', 'd'] } },
      $addToSet: { set: { $each: ['x', 'y', 'y'] } },
    } as never);
    expect(await things.findOne({ _id: 1 })).toMatchObject({
      tags: ['b', 'c', 'd'],
      set: ['x', 'y'],
    });
  });

  it('change nothing if they are impossible', async () => {
    await insert({ _id: 1, n: 'text', list: 5 });
    await expect(
      things.updateOne({ _id: 1 }, { $set: { x: 1 }, $inc: { n: 1 } as never }),
    ).rejects.toMatchObject({
      code: 14,
    });
    await expect(
      things.updateOne({ _id: 1 }, { $push: { list: 1 } as never }),
    ).rejects.toMatchObject({ code: 2 });
    await expect(things.updateOne({ _id: 1 }, { $set: { a: 1, 'a.b': 1 } })).rejects.toMatchObject({
      code: 40,
    });
    await expect(things.updateOne({ _id: 1 }, { $set: { 'n.b': 1 } })).rejects.toMatchObject({
      code: 28,
    });
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1, n: 'text', list: 5 });
  });

  it('convert an overflowing whole number to a long', async () => {
    await insert({ _id: 1, n: 2_147_483_647 });
    await things.updateOne({ _id: 1 }, { $inc: { n: 1 } as never });
    const raw = await things.findOne({ _id: 1 }, { promoteValues: false });
    expect(raw!['n']).toEqual(Long.fromString('2147483648'));
  });

  it('are available in findAndModify: before, after, upsert, sort, remove', async () => {
    await insert({ _id: 1, q: 1, v: 0 }, { _id: 2, q: 1, v: 9 });
    expect(
      await things.findOneAndUpdate({ q: 1 }, { $inc: { v: 1 } as never }, { sort: { v: -1 } }),
    ).toEqual({
      _id: 2,
      q: 1,
      v: 9,
    });
    expect(
      await things.findOneAndUpdate(
        { _id: 2 },
        { $inc: { v: 1 } as never },
        { returnDocument: 'after', projection: { v: 1 } },
      ),
    ).toEqual({ _id: 2, v: 11 });
    expect(
      await things.findOneAndReplace({ _id: 3 }, { v: 3 } as never, {
        upsert: true,
        returnDocument: 'after',
      }),
    ).toEqual({ _id: 3, v: 3 });
    expect(await things.findOneAndDelete({ _id: 1 })).toMatchObject({ v: 0 });
    expect(await things.findOneAndUpdate({ _id: 1 }, { $set: { v: 1 } })).toBeNull();
    expect(await ids({})).toEqual([2, 3]);
  });
});

describe('types', () => {
  it('are returned as they were sent', async () => {
    const original = {
      _id: new ObjectId(),
      double: new Double(3),
      int: new Int32(3),
      long: Long.fromString('9007199254740993'),
      date: new Date(-1),
      binary: new Binary(Buffer.from([0, 255])),
      none: null,
      nested: { list: [{ d: new Double(1) }, []] },
    };
    await insert(original);
    const options = { promoteValues: false, promoteLongs: false, promoteBuffers: false };
    expect(await things.findOne({ _id: original._id }, options)).toEqual({ ...original });
  });

  it('sort together if they are numeric', async () => {
    await insert(
      { _id: 'long', n: Long.fromString('9007199254740993') },
      { _id: 'double', n: 9007199254740992 },
      { _id: 'three', n: new Double(3) },
      { _id: 'int', n: 3 },
      { _id: 'half', n: 2.5 },
    );
    expect(await ids({}, { n: -1, _id: 1 })).toEqual(['long', 'double', 'int', 'three', 'half']);
    expect(await ids({ n: 3 })).toEqual(['int', 'three']);
    expect(await ids({ n: { $gt: 9007199254740992 } })).toEqual(['long']);
    expect(await ids({ n: Long.fromNumber(3) })).toEqual(['int', 'three']);
  });

  it('sort by type first', async () => {
    const id = new ObjectId();
    const values = [
      null,
      5,
      'text',
      { a: 1 },
      new Binary(Buffer.from('x')),
      id,
      false,
      true,
      new Date(0),
      /x/,
    ];
    await insert(...values.map((v, i) => ({ _id: i, v })).reverse());
    expect(await ids({}, { v: 1 })).toEqual(values.map((_, i) => i));
    expect(await ids({}, { v: -1 })).toEqual(values.map((_, i) => i).reverse());
  });

  it('are compared only with values of the same type', async () => {
    await insert(
      { _id: 1, v: 5 },
      { _id: 2, v: '5' },
      { _id: 3, v: new Date(5) },
      { _id: 4 },
      { _id: 5, v: null },
      { _id: 6, v: true },
    );
    expect(await ids({ v: { $gt: 1 } })).toEqual([1]);
    expect(await ids({ v: { $lt: 'a' } })).toEqual([2]);
    expect(await ids({ v: { $gte: new Date(0) } })).toEqual([3]);
    expect(await ids({ v: { $gte: null } })).toEqual([4, 5]);
  });
});
