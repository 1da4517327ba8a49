import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config.js';
import type { Message } from '../kernel/decider.js';
import type { RecordedEvent } from '../kernel/events.js';
import { Mongo } from '../stores/mongo.js';
import { inStream } from '../../../testing/projection.js';
import { type Stores, startStores } from '../../../testing/stores.js';
import { applyBatch } from './apply.js';
import {
  type AnyProjection,
  type ReadModelCollection,
  type StoredDocument,
  defineProjection,
} from './projection.js';

type Sent = Message<'Sent', Readonly<{ from: string; to: string; letters: number }>>;
type Box = Readonly<{ sent: number; text: string }>;

const MEGABYTE = 1024 * 1024;

let stores: Stores;
let mongo: Mongo;
let collection: ReadModelCollection;
let nameCount = 0;

/**
 * Each letter adds a megabyte, so a box can exceed MongoDB's limit. A recipient with a null
 * character creates a field name that BSON cannot encode.
 */
const grown = (box: Box | undefined | null, { to, letters }: Sent['data']) => ({
  sent: (box?.sent ?? 0) + 1,
  text: (box?.text ?? '') + 'x'.repeat(letters * MEGABYTE),
  ...(to.includes('\0') && { [to]: true }),
});
const shape = { version: 1, indexes: [], handles: ['Sent'] as const };
const outboxes = defineProjection<Box, Sent>({
  ...shape,
  name: 'outboxes',
  handles: ['Sent'],
  key: ({ data }) => data.from,
  evolve: (box, { data }) => grown(box, data),
}) as unknown as AnyProjection;
const boxes = defineProjection<Box, Sent>({
  ...shape,
  name: 'boxes',
  handles: ['Sent'],
  key: ({ data }) => [data.from, data.to],
  evolve: (box, { data }, id) => grown(box, id === data.from ? data : { ...data, letters: 0 }),
}) as unknown as AnyProjection;

const sent = (from: string, to: string, letters = 0): Sent => ({
  type: 'Sent',
  data: { from, to, letters },
});
/** Returns events in the given order, each in its sender's stream. */
const log = (...events: Sent[]): RecordedEvent[] =>
  inStream('letters', ...events).map((event, index) => ({
    ...event,
    stream: `letters-${index}-${event.data.from}`,
  }));
const apply = (projection: AnyProjection, events: readonly RecordedEvent[]) =>
  applyBatch(collection, projection, events, () => false);
const counts = async () =>
  Object.fromEntries(
    (await collection.find({}).toArray()).map((document) => [
      document._id,
      (document as StoredDocument<Box>).sent,
    ]),
  );

beforeAll(async () => {
  stores = await startStores();
  mongo = new Mongo(readConfig(stores.environment));
});
beforeEach(() => {
  collection = mongo.readModels.collection<StoredDocument>(`boxes@1.${nameCount++}`);
});
afterAll(async () => {
  await mongo?.onApplicationShutdown();
  await stores?.stop();
});

describe('a document that MongoDB rejects', () => {
  it.each([
    ['a document that is too large', sent('ann', 'bob', 17)],
    ['an invalid field name', sent('ann', 'no\0body')],
  ])('parks only the stream that caused it, with the reason (%s)', async (_why, wrong) => {
    const events = log(
      sent('bob', 'ann'),
      sent('ann', 'bob'),
      wrong,
      sent('cem', 'bob'),
      sent('bob', 'cem'),
    );
    const { parked, changed } = await apply(outboxes, events);
    expect(parked).toMatchObject([
      {
        event: { stream: events[2]!.stream },
        reason: expect.stringMatching(/^MongoDB rejects the document: ./),
      },
    ]);
    expect(await counts()).toEqual({ ann: 1, bob: 2, cem: 1 });
    expect([...changed.keys()].sort()).toEqual(['ann', 'bob', 'cem']);
  });
});

describe('a batch that MongoDB stores only in part', () => {
  it('reports every document that it changed', async () => {
    const events = log(sent('ann', 'bob'), sent('bob', 'cem'), sent('cem', 'ann'));
    const bulkWrite = collection.bulkWrite.bind(collection);
    collection.bulkWrite = (async (writes, options) => {
      collection.bulkWrite = bulkWrite;
      await bulkWrite(writes.slice(0, 1), options);
      throw Object.assign(new Error('one is invalid'), { writeErrors: [{ code: 121 }] });
    }) as typeof bulkWrite;
    const { parked, changed } = await apply(outboxes, events);
    expect(parked).toEqual([]);
    expect([...changed.keys()].sort()).toEqual(['ann', 'bob', 'cem']);
    expect(await counts()).toEqual({ ann: 1, bob: 1, cem: 1 });
  });
});

describe('a batch that is applied twice', () => {
  it('changes nothing the second time, whether events change one document or several', async () => {
    const events = log(sent('ann', 'bob'), sent('bob', 'cem'), sent('ann', 'cem'));
    for (const projection of [outboxes, boxes]) {
      collection = mongo.readModels.collection<StoredDocument>(`boxes@1.${nameCount++}`);
      await apply(projection, events);
      const previousDocuments = await collection.find({}).toArray();
      expect((await apply(projection, events)).changed.size).toBe(0);
      expect(await collection.find({}).toArray()).toEqual(previousDocuments);
    }
  });

  it.each([
    ['wrote', { position: '9' }],
    ['folded a document again', { 'folded.again': 1 }],
  ])('fails if another process %s at the same time', async (_what, change) => {
    const withPeople: AnyProjection = { ...outboxes, people: () => ['ann'] };
    const events = log(sent('ann', 'bob'), sent('ann', 'bob'));
    await apply(withPeople, events.slice(0, 1));
    const find = collection.find.bind(collection);
    collection.find = ((...args: Parameters<typeof find>) => {
      const cursor = find(...args);
      const toArray = cursor.toArray.bind(cursor);
      cursor.toArray = async () => {
        const currentDocuments = await toArray();
        await collection.updateOne({ _id: 'ann' }, { $set: change });
        return currentDocuments;
      };
      return cursor;
    }) as typeof find;
    await expect(apply(withPeople, events)).rejects.toThrow(/another process/);
    expect(await collection.findOne({ _id: 'ann' })).toMatchObject({ sent: 1 });
  });
});
