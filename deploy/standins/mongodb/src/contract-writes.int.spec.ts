import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

const { Binary, Double, Long, ObjectId, Timestamp, UUID } = mongoose.mongo.BSON;
const MAX_BYTES = 16 * 1024 * 1024;

type Row = { _id: number | string | mongoose.mongo.ObjectId; [field: string]: unknown };
type Bulk = mongoose.mongo.AnyBulkWriteOperation<Row>[];

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

const failure = (write: Promise<unknown>): Promise<mongoose.mongo.MongoBulkWriteError> =>
  write.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as mongoose.mongo.MongoBulkWriteError,
  );

describe('a duplicate key', () => {
  const id = new ObjectId('65f000000000000000000001');
  it.each<[string, unknown, string]>([
    ['int32', 7, '7'],
    ['int64', Long.fromString('9007199254740993'), '9007199254740993'],
    ['double', new Double(7), '7.0'],
    ['fraction', 2.5, '2.5'],
    ['string', 'a "b"', '"a "b""'],
    ['date', new Date(1_767_225_600_000), 'new Date(1767225600000)'],
    ['binary', new Binary(Buffer.from([0, 171, 255])), 'BinData(0, 00ABFF)'],
    [
      'uuid',
      new UUID('3b241101-e2bb-4255-8caf-4136c560b962'),
      'UUID("3b241101-e2bb-4255-8caf-4136c560b962")',
    ],
    ['object id', id, "ObjectId('65f000000000000000000001')"],
    ['boolean', true, 'true'],
    ['null', null, 'null'],
    ['timestamp', new Timestamp({ t: 5, i: 2 }), 'Timestamp(5, 2)'],
    ['document', { a: 1, b: ['x', null] }, '{ a: 1, b: [ "x", null ] }'],
    ['empty document', {}, '{}'],
    ['long string', 'x'.repeat(200), `"${'x'.repeat(70)}..."`],
  ])(
    'is reported with code 11000 and a value of type %s, and unordered writes continue',
    async (_, v, expectedText) => {
      await rows.createIndex({ v: 1, w: -1 }, { unique: true });
      await rows.insertOne({ _id: 1, v });
      const twice: Row = { _id: 2, v };
      const error = await failure(
        rows.insertMany([twice, { _id: 3, v: 'other' }], { ordered: false }),
      );
      const [{ err } = { err: undefined }] = [error.writeErrors].flat();
      expect(err).toMatchObject({ index: 0, code: 11000 });
      expect(err!.errmsg).toBe(
        `E11000 duplicate key error collection: ${rows.namespace} index: v_1_w_-1 dup key: { v: ${expectedText}, w: null }`,
      );
      expect(await rows.countDocuments({ _id: 3 })).toBe(1);
      const single = await failure(rows.insertOne({ _id: 2, v }));
      expect(single).toMatchObject({ code: 11000, keyPattern: { v: 1, w: -1 } });
    },
  );

  it('is reported with the duplicate element of an array', async () => {
    await rows.createIndex({ tags: 1 }, { unique: true });
    await rows.insertOne({ _id: 1, tags: ['b'] });
    await expect(rows.insertOne({ _id: 2, tags: ['a', 'b'] })).rejects.toMatchObject({
      keyValue: { tags: 'b' },
    });
  });
});

describe('field names that start with a dollar sign', () => {
  it('are accepted in an insert and kept when another field changes', async () => {
    await rows.insertOne({ _id: 1, $price: 5, at: { $street: 'Elm' } });
    await rows.updateOne({ _id: 1 }, { $set: { n: 1 } });
    expect(await rows.findOne({ _id: 1 })).toEqual({
      _id: 1,
      $price: 5,
      at: { $street: 'Elm' },
      n: 1,
    });
  });

  it('are refused at the top of a replacement', async () => {
    await rows.insertOne({ _id: 1, n: 1 });
    const replacement = { n: 2, $price: 5 };
    await expect(rows.replaceOne({ _id: 1 }, replacement)).rejects.toMatchObject({ code: 52 });
    expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 });
  });

  it('are refused in _id, as are an array and a regular expression as _id', async () => {
    await expect(rows.insertOne({ _id: { $a: 1 } as never })).rejects.toMatchObject({
      code: 52,
      errmsg: "_id fields may not contain '$'-prefixed fields: $a is not valid for storage.",
    });
    await expect(rows.insertOne({ _id: { a: { $b: 1 } } as never })).rejects.toMatchObject({
      code: 52,
    });
    for (const _id of [[1], /x/])
      await expect(rows.insertOne({ _id: _id as never })).rejects.toMatchObject({ code: 53 });
    expect(await rows.countDocuments()).toBe(0);
  });
});

describe('a document above 16 MiB', () => {
  /** A document of exactly `bytes` bytes: 5 for the frame, 9 for `_id`, 11 around the text. */
  const ofSize = (bytes: number, _id = 1): Row => ({ _id, text: 'x'.repeat(bytes - 25) });

  it('cannot be inserted, whether it is one byte too large or much larger', async () => {
    expect(mongoose.mongo.BSON.calculateObjectSize(ofSize(100))).toBe(100);
    await rows.insertOne(ofSize(MAX_BYTES));
    await expect(rows.insertOne(ofSize(MAX_BYTES + 1, 2))).rejects.toMatchObject({
      code: 2,
      errmsg: 'object to insert too large. size in bytes: 16777217, max size: 16777216',
    });
    await expect(rows.insertOne(ofSize(MAX_BYTES + 100_000, 2))).rejects.toMatchObject({
      code: 10334,
    });
    expect(await rows.countDocuments()).toBe(1);
  });

  it('is refused as the result of an update, a replacement, or an upsert', async () => {
    const half = 'x'.repeat(9 * 1024 * 1024);
    await rows.insertOne({ _id: 1, half });
    await expect(rows.updateOne({ _id: 1 }, { $set: { other: half } })).rejects.toMatchObject({
      code: 17419,
    });
    await expect(rows.replaceOne({ _id: 1 }, ofSize(MAX_BYTES + 1))).rejects.toMatchObject({
      code: 17419,
    });
    const upsert = rows.replaceOne({ _id: 2 }, ofSize(MAX_BYTES + 1, 2), { upsert: true });
    await expect(upsert).rejects.toMatchObject({ code: 17420 });
    expect(await rows.find().project({ half: 0 }).toArray()).toEqual([{ _id: 1 }]);
  });

  it('makes the driver refuse a bulk write before it is sent', async () => {
    const bulk: Bulk = [
      { insertOne: { document: { _id: 1 } } },
      { replaceOne: { filter: { _id: 2 }, replacement: ofSize(MAX_BYTES + 1, 2), upsert: true } },
    ];
    await expect(rows.bulkWrite(bulk, { ordered: false })).rejects.toBeInstanceOf(
      mongoose.mongo.MongoInvalidArgumentError,
    );
    expect(await rows.countDocuments()).toBe(0);
  });
});

describe('writes of a projection', () => {
  it('run a thousand mixed and unordered, and continue after refused ones', async () => {
    await rows.insertMany(Array.from({ length: 700 }, (_, _id) => ({ _id, v: 0 })));
    const bulk = Array.from({ length: 1000 }, (_, _id): Bulk[number] => {
      if (_id % 3 === 0)
        return { replaceOne: { filter: { _id, v: 0 }, replacement: { v: 1 }, upsert: true } };
      if (_id % 3 === 1) return { insertOne: { document: { _id, v: 1 } } };
      return { deleteOne: { filter: { _id } } };
    });
    const { result, writeErrors } = await failure(rows.bulkWrite(bulk, { ordered: false }));
    expect([writeErrors].flat().map(({ code }) => code)).toEqual(Array(233).fill(11000));
    expect(result).toMatchObject({
      matchedCount: 234,
      upsertedCount: 100,
      insertedCount: 100,
      deletedCount: 233,
    });
    expect(await rows.countDocuments({ v: 1 })).toBe(434);
  });

  it('accept majority and journal write concerns and time limits', async () => {
    const writeConcern = { w: 'majority', j: true } as const;
    await rows.insertOne({ _id: 1 }, { writeConcern });
    await rows.updateOne({ _id: 1 }, { $set: { a: 1 } }, { writeConcern, maxTimeMS: 5_000 });
    await rows.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i + 2 })));
    const limited = database.db.collection<Row>('rows', { timeoutMS: 20_000, writeConcern });
    await limited.bulkWrite([{ insertOne: { document: { _id: 0 } } }]);
    expect((await limited.find({}, { batchSize: 50 }).sort({ _id: 1 }).toArray()).length).toBe(502);
    await expect(rows.findOne({}, { maxTimeMS: -1 })).rejects.toMatchObject({ code: 2 });
    const unknown = { insert: 'rows', documents: [{ _id: 9999 }], writeConcern: { w: 2 } };
    await expect(database.db.command(unknown)).rejects.toMatchObject({ code: 2 });
  });

  it('move a checkpoint only from the state that was read', async () => {
    const now = new Date();
    await rows.insertOne({
      _id: 'courts',
      lease: { owner: 'a', until: new Date(now.getTime() + 1000) },
      live: null,
    });
    const take = (owner: string, at: Date) =>
      rows.findOneAndUpdate(
        { _id: 'courts', $or: [{ 'lease.owner': owner }, { 'lease.until': { $lt: at } }] },
        {
          $set: { 'lease.owner': owner, 'lease.until': new Date(at.getTime() + 1000) },
          $inc: { 'lease.n': 1 } as never,
        },
        { returnDocument: 'after' },
      );
    expect(await take('b', now)).toBeNull();
    expect(await take('b', new Date(now.getTime() + 2000))).toMatchObject({
      lease: { owner: 'b', n: 1 },
    });
    const move = (position: number, from: number | null) =>
      rows.updateOne(
        { _id: 'courts', 'lease.owner': 'b', 'live.position': from },
        { $set: { 'live.position': position } },
      );
    await rows.updateOne({ _id: 'courts' }, { $set: { live: {} } });
    expect((await move(5, null)).modifiedCount).toBe(1);
    expect((await move(6, null)).matchedCount).toBe(0);
    expect((await move(6, 5)).modifiedCount).toBe(1);
    expect(await rows.findOne({ 'lease.owner': 'b' })).toMatchObject({ live: { position: 6 } });
  });
});

it('stores documents separately, regardless of size, even if they are inserted together', async () => {
  const lengths = [1, 3_000, 65_535, 65_536, 200_000, 0, 17];
  const inserted: Row[] = Array.from({ length: 300 }, (_, _id) => {
    return {
      _id,
      text: String.fromCharCode(97 + (_id % 26)).repeat(lengths[_id % lengths.length]!),
    };
  });
  const unnamed = { text: 'its _id is made' } as unknown as Row;
  await rows.insertMany([...inserted, unnamed]);
  await rows.updateOne({ _id: 1 }, { $set: { text: 'changed' } });
  await rows.deleteOne({ _id: 2 });
  const remaining = inserted
    .filter(({ _id }) => _id !== 2)
    .map((row) => (row._id === 1 ? { ...row, text: 'changed' } : row));
  expect(
    await rows
      .find({ _id: { $gte: 0 } })
      .sort({ _id: 1 })
      .toArray(),
  ).toEqual(remaining);
  expect(await rows.countDocuments({ text: 'its _id is made' })).toBe(1);
});
