import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { openContractDatabase, type ContractDatabase } from './contract-database.js';

type Row = { _id: number | string; [field: string]: unknown };
type Plan = { stage: string; inputStage?: Plan; indexName?: string; direction?: string };

let database: ContractDatabase;
let rows: mongoose.mongo.Collection<Row>;

beforeAll(async () => {
  database = await openContractDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const { name } of await database.db.listCollections({}, { nameOnly: true }).toArray())
    await database.db.dropCollection(name);
  rows = database.db.collection<Row>('rows');
});

function stagesOf(plan: Plan): string[] {
  return [
    plan.indexName ? `${plan.stage} ${plan.indexName}` : plan.stage,
    ...(plan.inputStage ? stagesOf(plan.inputStage) : []),
  ];
}

async function explained(
  filter: object,
  sort: Record<string, 1 | -1> = {},
): Promise<{ stages: string[]; examined: number }> {
  const explanation = (await rows.find(filter).sort(sort).explain('executionStats')) as {
    queryPlanner: { winningPlan: Plan };
    executionStats: { totalDocsExamined: number };
  };
  return {
    stages: stagesOf(explanation.queryPlanner.winningPlan),
    examined: explanation.executionStats.totalDocsExamined,
  };
}

describe('indexes', () => {
  it('can be created, listed, and dropped', async () => {
    await rows.createIndex({ a: 1, b: -1 });
    await rows.createIndex(
      { c: 1 },
      { unique: true, name: 'by c', partialFilterExpression: { c: { $exists: true } } },
    );
    await rows.createIndex({ d: 1 }, { sparse: true });
    await rows.createIndex({ a: 1, b: -1 });
    expect(await rows.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      {
        v: 2,
        key: { c: 1 },
        name: 'by c',
        unique: true,
        partialFilterExpression: { c: { $exists: true } },
      },
      { v: 2, key: { d: 1 }, name: 'd_1', sparse: true },
    ]);
    await rows.dropIndex('by c');
    await rows.dropIndexes();
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await expect(rows.dropIndex('by c')).rejects.toMatchObject({ code: 27 });
  });

  it('keep values unique, except those that a sparse or partial index omits', async () => {
    await rows.createIndexes([
      { key: { email: 1 }, unique: true, sparse: true },
      { key: { slot: 1 }, unique: true, partialFilterExpression: { live: true } },
    ]);
    await rows.insertMany([
      { _id: 1 },
      { _id: 2 },
      { _id: 3, email: 'a' },
      { _id: 4, slot: 9, live: true },
      { _id: 5, slot: 9, live: false },
    ]);
    await expect(rows.insertOne({ _id: 6, email: 'a' })).rejects.toMatchObject({ code: 11000 });
    await expect(rows.updateOne({ _id: 5 }, { $set: { live: true } })).rejects.toMatchObject({
      code: 11000,
      keyValue: { slot: 9 },
    });
    await rows.updateOne({ _id: 4 }, { $set: { live: false } });
    await rows.updateOne({ _id: 5 }, { $set: { live: true } });
    expect(await rows.findOne({ live: true })).toMatchObject({ _id: 5 });
  });

  it('are refused if documents share a key or if they conflict', async () => {
    await rows.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await expect(rows.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
    });
    await rows.createIndex({ a: 1 });
    await expect(rows.createIndex({ b: 1 }, { name: 'a_1' })).rejects.toMatchObject({ code: 86 });
    await expect(rows.createIndex({ a: 1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await rows.createIndex({ x: 1, y: 1 });
    await expect(rows.insertOne({ _id: 3, x: [1], y: [2] })).rejects.toMatchObject({ code: 171 });
  });

  it('serve equality, ranges, and sorts by a prefix', async () => {
    await rows.insertMany(
      Array.from({ length: 100 }, (_, i) => ({ _id: i, host: i % 5, start: i, note: 'x' })),
    );
    await rows.createIndex({ host: 1, start: 1 });
    expect(await explained({ host: 3 })).toEqual({
      stages: ['FETCH', 'IXSCAN host_1_start_1'],
      examined: 20,
    });
    expect(await explained({ host: 3, start: { $gte: 50 } })).toEqual({
      stages: ['FETCH', 'IXSCAN host_1_start_1'],
      examined: 10,
    });
    expect(await explained({ host: 3 }, { start: -1 })).toEqual({
      stages: ['FETCH', 'IXSCAN host_1_start_1'],
      examined: 20,
    });
    expect(await explained({ host: { $in: [1, 2] } })).toMatchObject({ examined: 40 });
    expect(await explained({ note: 'x' })).toEqual({ stages: ['COLLSCAN'], examined: 100 });
    expect((await explained({ _id: 7 })).examined).toBe(1);
  });

  it('appear in explain with the keys that a find scans', async () => {
    await rows.insertMany(
      Array.from({ length: 100 }, (_, i) => ({ _id: i, host: i % 5, start: i, name: `n${i}` })),
    );
    await rows.createIndexes([{ key: { host: 1, start: 1 } }, { key: { name: -1 } }]);
    const bounds = async (filter: object, sort: Record<string, 1 | -1> = {}) => {
      const explained = JSON.stringify(await rows.find(filter).sort(sort).explain('queryPlanner'));
      return /"indexBounds":(\{[^}]*\})/.exec(explained)?.[1];
    };
    const fullRange = '["[MinKey, MaxKey]"]';
    expect(await bounds({ host: 3 })).toBe(`{"host":["[3, 3]"],"start":${fullRange}}`);
    expect(await bounds({ host: { $in: [1, 2] } })).toBe(
      `{"host":["[1, 1]","[2, 2]"],"start":${fullRange}}`,
    );
    expect(await bounds({ host: 3, start: { $gte: 5, $lt: 9 } })).toBe(
      '{"host":["[3, 3]"],"start":["[5, 9)"]}',
    );
    expect(await bounds({ host: { $gt: 3 } })).toBe(`{"host":["(3, inf]"],"start":${fullRange}}`);
    expect(await bounds({ host: 3 }, { start: -1 })).toBe(
      '{"host":["[3, 3]"],"start":["[MaxKey, MinKey]"]}',
    );
    expect(await bounds({}, { host: 1, start: 1 })).toBe(
      `{"host":${fullRange},"start":${fullRange}}`,
    );
    expect(await bounds({ name: { $lt: 'n5' } })).toBe('{"name":["(\\"n5\\", \\"\\"]"]}');
  });

  it('find documents through arrays without repeating one', async () => {
    await rows.createIndex({ tags: 1 });
    await rows.insertMany([
      { _id: 1, tags: ['a', 'b'] },
      { _id: 2, tags: 'b' },
      { _id: 3, tags: [] },
    ]);
    const ids = async (filter: object) =>
      (await rows.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(await ids({ tags: { $in: ['a', 'b'] } })).toEqual([1, 2]);
    expect(await ids({ tags: { $gt: 'a', $lt: 'b' } })).toEqual([1]);
    expect(await ids({ tags: { $gte: 'b', $lte: 'a' } })).toEqual([1]);
    await rows.updateOne({ _id: 1 }, { $set: { tags: ['c'] } });
    expect(await ids({ tags: 'a' })).toEqual([]);
    expect(await ids({ tags: 'c' })).toEqual([1]);
  });
});

describe('collections', () => {
  it('can be created, listed, and dropped', async () => {
    await database.db.createCollection('made');
    await rows.insertOne({ _id: 1 });
    const names = (await database.db.listCollections().toArray()).map(({ name }) => name);
    expect(names.sort()).toEqual(['made', 'rows']);
    expect((await database.db.admin().listDatabases()).databases.map(({ name }) => name)).toContain(
      database.db.databaseName,
    );
    await rows.drop();
    expect(await rows.countDocuments()).toBe(0);
  });

  it('can be created and dropped by the hundreds with @, dots, and underscores in their names', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `court.bookings@${i}__next`);
    for (const name of names) {
      await database.db.createCollection(name);
      await database.db.collection<Row>(name).createIndex({ host: 1, 'slot.start': -1, _id: 1 });
      await database.db
        .collection<Row>(name)
        .insertOne({ _id: name, host: 'h', slot: { start: 1 } });
    }
    const listed = async () =>
      (await database.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    expect((await listed()).sort()).toEqual([...names].sort());
    await expect(database.db.createCollection(names[0]!)).rejects.toMatchObject({ code: 48 });
    for (const name of names.slice(1)) expect(await database.db.dropCollection(name)).toBe(true);
    expect(await listed()).toEqual([names[0]]);
    expect(await database.db.collection<Row>(names[0]!).findOne({ 'slot.start': 1 })).toMatchObject(
      { host: 'h' },
    );
  });

  it('cannot have invalid names', async () => {
    for (const name of ['a$b', `long${'x'.repeat(255)}`])
      await expect(database.db.command({ create: name })).rejects.toMatchObject({ code: 73 });
  });

  it('can be read if they do not fit into one message', async () => {
    const text = 'x'.repeat(100_000);
    for (let from = 0; from < 200; from += 100)
      await rows.insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: from + i, text })));
    const seenValues: unknown[] = [];
    for await (const { _id } of rows.find({}, { batchSize: 200 }).sort({ _id: 1 }))
      seenValues.push(_id);
    expect(seenValues).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it('can be swapped with their indexes in one step while readers continue', async () => {
    const next = database.db.collection<Row>('rows_next');
    await rows.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: i, version: 1 })));
    await next.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: i, version: 2 })));
    await next.createIndex({ version: 1 });
    await expect(next.rename('rows')).rejects.toMatchObject({ code: 48 });
    let swapped = false;
    const reader = (async () => {
      const seenValues = new Set<string>();
      do {
        const foundDocuments = await rows.find().toArray();
        seenValues.add(
          `${foundDocuments.length} of version ${[...new Set(foundDocuments.map(({ version }) => version))].join()}`,
        );
      } while (!swapped || !seenValues.has('50 of version 2'));
      return [...seenValues];
    })();
    await rows.findOne({});
    await next.rename('rows', { dropTarget: true });
    swapped = true;
    expect(
      (await reader).filter(
        (seenValues) => !['50 of version 1', '50 of version 2'].includes(seenValues),
      ),
    ).toEqual([]);
    expect(await rows.indexExists('version_1')).toBe(true);
    expect((await database.db.listCollections({ name: 'rows_next' }).toArray()).length).toBe(0);
    await expect(next.rename('rows')).rejects.toMatchObject({ code: 26 });
  });
});

describe('mongoose', () => {
  const schema = new mongoose.Schema(
    { email: { type: String, unique: true }, tags: [String], at: Date },
    { versionKey: '__v' },
  );

  it('builds its indexes, saves, applies defaults, and finds', async () => {
    const User = database.connection.model('User', schema);
    await User.init();
    const saved = await User.create({ email: 'a@b.c', tags: ['x'], at: new Date(5) });
    await expect(User.create({ email: 'a@b.c' })).rejects.toMatchObject({ code: 11000 });
    const foundDocuments = await User.findById(saved._id).orFail();
    foundDocuments.tags.push('y');
    await foundDocuments.save();
    expect(await User.findOne({ tags: 'y' }).lean()).toMatchObject({
      email: 'a@b.c',
      tags: ['x', 'y'],
      at: new Date(5),
    });
    expect(await User.exists({ email: 'nobody' })).toBeNull();
  });
});
