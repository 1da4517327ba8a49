import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { startMongoDb, type RunningMongoDb } from './server.js';

const { Decimal128, Code, Long } = mongoose.mongo.BSON;
const USE_REAL = /not supported by the development stand-in; use a real mongod/;

let mongodb: RunningMongoDb;
let client: mongoose.mongo.MongoClient;
let db: mongoose.mongo.Db;

beforeAll(async () => {
  mongodb = await startMongoDb({ port: 0 });
  client = await new mongoose.mongo.MongoClient(mongodb.url, { retryWrites: false }).connect();
  db = client.db('refusals');
  await db.collection('things').insertOne({ a: 1, list: [1] });
});
afterAll(async () => {
  await client.close();
  await mongodb.stop();
});

const refusal = async (command: object): Promise<{ code: number; message: string }> =>
  db.command(command).then(
    ({ writeErrors: [error] = [{ code: 0, errmsg: 'accepted' }] }) => ({
      code: error.code,
      message: error.errmsg,
    }),
    (error: { code: number; message: string }) => error,
  );
const find = (filter: object, more: object = {}) => ({ find: 'things', filter, ...more });
const aggregate = (...pipeline: object[]) => ({ aggregate: 'things', pipeline, cursor: {} });
const update = (u: unknown, more: object = {}) => ({
  update: 'things',
  updates: [{ q: {}, u, ...more }],
});

describe('an unsupported feature', () => {
  it.each<[string, object]>([
    ['$where', find({ $where: 'true' })],
    ['$text', find({ $text: { $search: 'x' } })],
    ['$expr', find({ $expr: { $eq: [1, 1] } })],
    ['$near', find({ a: { $near: [0, 0] } })],
    ['$type', find({ a: { $type: 'int' } })],
    ['$mod', find({ a: { $mod: [2, 0] } })],
    ['$jsonSchema', find({ $jsonSchema: {} })],
    ['$type', find({ list: { $elemMatch: { $type: 1 } } })],
    ["regular expression option 'x'", find({ a: { $regex: 'a', $options: 'x' } })],
    ['(?<', find({ a: { $regex: '(?<n>a)' } })],
    ['\\A', find({ a: { $regex: '\\Aa' } })],
    ['Decimal128', find({ a: Decimal128.fromString('1') })],
    ["option 'collation' of find", find({}, { collation: { locale: 'en' } })],
    ["option 'hint' of find", find({}, { hint: 'a_1' })],
    ["option 'tailable' of find", find({}, { tailable: true })],
    ["option 'let' of find", find({}, { let: {} })],
    ["read concern 'snapshot'", find({}, { readConcern: { level: 'snapshot' } })],
    ["sorting by '$natural'", find({}, { sort: { $natural: -1 } })],
    ['projection { list:', find({}, { projection: { list: { $slice: 1 } } })],
    ['projection { list:', find({}, { projection: { list: { $elemMatch: { $eq: 1 } } } })],
    ["positional projection 'list.$'", find({}, { projection: { 'list.$': 1 } })],
    [
      'an aggregate of a whole database (aggregate: 1)',
      { aggregate: 1, pipeline: [{ $count: 'n' }], cursor: {} },
    ],
    ["explain of 'aggregate'", { explain: aggregate({ $count: 'n' }), verbosity: 'queryPlanner' }],
    ["option 'explain' of aggregate", { ...aggregate({ $count: 'n' }), explain: true }],
    ["stage '$lookup'", aggregate({ $lookup: {} })],
    ["stage '$out'", aggregate({ $out: 'x' })],
    ["stage '$facet'", aggregate({ $facet: {} })],
    ["stage '$changeStream'", aggregate({ $changeStream: {} })],
    ["expression '$map'", aggregate({ $project: { v: { $map: {} } } })],
    ["variable '$$NOW'", aggregate({ $project: { v: '$$NOW' } })],
    ["accumulator '$stdDevPop'", aggregate({ $group: { _id: null, v: { $stdDevPop: '$a' } } })],
    [
      "option 'binSize' of $dateTrunc",
      aggregate({ $project: { v: { $dateTrunc: { date: '$a', unit: 'day', binSize: 2 } } } }),
    ],
    [
      "unit 'millisecond'",
      aggregate({ $project: { v: { $dateTrunc: { date: new Date(), unit: 'millisecond' } } } }),
    ],
    [
      "option 'includeArrayIndex' of $unwind",
      aggregate({ $unwind: { path: '$list', includeArrayIndex: 'i' } }),
    ],
    ["computed field 'a.b' of $addFields", aggregate({ $addFields: { 'a.b': 1 } })],
    [
      "a replacement with the field '$b' in an upsert",
      update({ a: 1, $b: 1 }, { q: { a: 9 }, upsert: true }),
    ],
    ["update operator '$rename'", update({ $rename: { a: 'b' } })],
    ["update operator '$bit'", update({ $bit: { a: { and: 1 } } })],
    ["update operator '$currentDate'", update({ $currentDate: { a: true } })],
    ["$push with '$slice'", update({ $push: { list: { $each: [1], $slice: 1 } } })],
    ["$push with '$sort'", update({ $push: { list: { $each: [1], $sort: 1 } } })],
    ["$addToSet with '$ref'", update({ $addToSet: { list: { $ref: 1 } } })],
    ["positional update 'list.$'", update({ $set: { 'list.$': 1 } })],
    ["positional update 'list.$[]'", update({ $set: { 'list.$[]': 1 } })],
    ["option 'arrayFilters' of an update", update({ $set: { a: 1 } }, { arrayFilters: [] })],
    [
      "option 'collation' of an update",
      update({ $set: { a: 1 } }, { collation: { locale: 'en' } }),
    ],
    ['aggregation pipeline', update([{ $set: { a: 1 } }])],
    ['Decimal128', { insert: 'things', documents: [{ d: Decimal128.fromString('1.5') }] }],
    ['JavaScript code', { insert: 'things', documents: [{ c: new Code('1') }] }],
    [
      "index option 'expireAfterSeconds'",
      { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'x', expireAfterSeconds: 1 }] },
    ],
    [
      "index option 'collation'",
      { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'x', collation: {} }] },
    ],
    [
      'index key { a: "text" }',
      { createIndexes: 'things', indexes: [{ key: { a: 'text' }, name: 'x' }] },
    ],
    [
      'index key { a: "2dsphere" }',
      { createIndexes: 'things', indexes: [{ key: { a: '2dsphere' }, name: 'x' }] },
    ],
    ["index field '$**'", { createIndexes: 'things', indexes: [{ key: { '$**': 1 }, name: 'x' }] }],
    ["option 'capped' of create", { create: 'capped', capped: true, size: 1 }],
    ["option 'validator' of create", { create: 'validated', validator: {} }],
  ])('refuses %s by name', async (commandName, command) => {
    const { code, message } = await refusal(command);
    expect(message).toContain(commandName);
    expect(message).toMatch(USE_REAL);
    expect(code).toBe(238);
  });

  it("refuses unknown commands with mongod's error code", async () => {
    expect(await refusal({ mapReduce: 'things' })).toMatchObject({
      code: 59,
      message: expect.stringMatching(USE_REAL),
    });
    expect(await refusal({ toString: 1 })).toMatchObject({ code: 59 });
  });

  it("refuses transactions with mongod's error code", async () => {
    const { message, code } = await refusal({
      insert: 'things',
      documents: [{ b: 1 }],
      txnNumber: Long.ONE,
      startTransaction: true,
      autocommit: false,
    });
    expect(code).toBe(20);
    expect(message).toMatch(
      /^Transaction numbers are only allowed on a replica set member or mongos/,
    );
    expect(message).toMatch(USE_REAL);
    const session = client.startSession();
    const write = session.withTransaction(() =>
      db.collection('things').insertOne({ b: 1 }, { session }),
    );
    await expect(write).rejects.toThrow(/does not support retryable writes/);
    await session.endSession();
    expect(await db.collection('things').countDocuments({ b: 1 })).toBe(0);
  });

  it('refuses change streams', async () => {
    const stream = db.collection('things').watch([], { maxAwaitTimeMS: 10 });
    await expect(stream.tryNext()).rejects.toThrow(/\$changeStream.*stand-in/);
    await stream.close();
  });

  it('refuses an operator before it reads any document', async () => {
    expect(await refusal(find({ $or: [{ a: 1 }, { a: { $mod: [2, 0] } }] }))).toMatchObject({
      code: 238,
    });
    expect(await refusal({ ...find({ $where: '1' }), find: 'nothing-here' })).toMatchObject({
      code: 238,
    });
    expect(
      await refusal({ aggregate: 'nothing-here', pipeline: [{ $lookup: {} }], cursor: {} }),
    ).toMatchObject({
      code: 238,
    });
  });
});

describe('an option of the wrong type', () => {
  const remove = (more: object) => ({ delete: 'things', deletes: [{ q: { a: 9 }, ...more }] });

  it.each<[number, object]>([
    [14, find({}, { readConcern: 'majority' })],
    [14, find({}, { readConcern: { level: 1 } })],
    [238, find({}, { readConcern: { afterClusterTime: 1 } })],
    [14, find({}, { maxTimeMS: '5' })],
    [2, find({}, { maxTimeMS: 1.5 })],
    [14, find({}, { limit: '5' })],
    [14, find({}, { batchSize: true })],
    [14, find({}, { singleBatch: 'yes' })],
    [14, find({}, { allowDiskUse: 'yes' })],
    [14, find({}, { sort: 1 })],
    [238, find({}, { sort: { a: '1' } })],
    [2, find({ list: { $size: '1' } })],
    [2, find({ a: { $regex: 'a', $options: 1 } })],
    [51075, find({ a: { $regex: /a/i, $options: 'm' } })],
    [73, { ...find({}), find: '' }],
    [14, { ...aggregate(), cursor: 1 }],
    [14, { ...aggregate(), cursor: { batchSize: '1' } }],
    [238, { ...aggregate(), cursor: { size: 1 } }],
    [14, { ...aggregate(), allowDiskUse: 1 }],
    [15958, aggregate({ $skip: true })],
    [15958, aggregate({ $limit: '1' })],
    [14, aggregate({ $unwind: { path: '$list', preserveNullAndEmptyArrays: 'yes' } })],
    [14, { ...update({ $set: { a: 1 } }), writeConcern: 'majority' }],
    [14, { ...update({ $set: { a: 1 } }), writeConcern: { j: 'yes' } }],
    [14, { ...update({ $set: { a: 1 } }), writeConcern: { wtimeout: '5' } }],
    [2, { ...update({ $set: { a: 1 } }), writeConcern: { w: 2 } }],
    [14, { ...update({ $set: { a: 1 } }), ordered: 'no' }],
    [14, { ...update({ $set: { a: 1 } }), bypassDocumentValidation: 'no' }],
    [14, update({ $set: { a: 1 } }, { multi: 1 })],
    [14, update({ $set: { a: 1 } }, { upsert: 'yes' })],
    [14, update({ $set: { a: 1 } }, { q: 'all' })],
    [40414, update({ $set: { a: 1 } }, { q: undefined })],
    [40414, remove({ q: undefined, limit: 0 })],
    [14, remove({ limit: true })],
    [9, remove({})],
    [14, { getMore: 'x', collection: 'things' }],
    [14, { killCursors: 'things', cursors: 1 }],
    [
      238,
      aggregate({
        $project: { v: { $dateToString: { date: new Date(), timezone: 'europe/rome' } } },
      }),
    ],
    [
      238,
      aggregate({
        $project: { v: { $dateToString: { date: new Date(), timezone: 'Europe/ROME' } } },
      }),
    ],
    [238, aggregate({ $project: { v: { $subtract: [new Date(), 2.5] } } })],
  ])('is refused with code %i: %j', async (code, command) => {
    expect((await refusal(command)).code).toBe(code);
    expect(await db.collection('things').countDocuments({ a: 1 })).toBe(1);
  });
});

describe('startup', () => {
  it('refuses a non-loopback address', async () => {
    await expect(startMongoDb({ port: 0, host: '0.0.0.0' })).rejects.toThrow(
      /loopback addresses only/,
    );
  });
});
