import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { encodeDocument } from './bson-writer.js';
import { readDocument, type Document } from './bson-reader.js';
import {
  addCollectionIndex,
  createCollection,
  insertDocument,
  removeDocument,
  replaceDocument,
} from './collection.js';
import type { DatabaseCommand, ServerState } from './command.js';
import { createCursors } from './cursors.js';
import { respondToCommand } from './dispatch.js';
import { mapAll, runToEnd, sortByKey } from './pauses.js';
import { runPipeline } from './pipeline.js';
import { findDocuments, type FindQuery } from './query.js';

/** Between two readings of the clock, a slice always ends, so work pauses as often as it can. */
beforeEach(() => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
});
afterEach(() => void jest.restoreAllMocks());

const DOCUMENTS = 400;

function fill(indexed: boolean) {
  const collection = createCollection('test', 'things', () => undefined);
  if (indexed) addCollectionIndex(collection, { v: 2, key: { a: 1 }, name: 'a' });
  for (let _id = 0; _id < DOCUMENTS; _id++)
    insertDocument(collection, encodeDocument({ _id, a: (_id * 7) % DOCUMENTS, v: 'old' }));
  return collection;
}

const countPauses = (work: Generator<void, unknown>): number => {
  let pauses = 0;
  while (!work.next().done) pauses++;
  return pauses;
};

describe('work that pauses', () => {
  it('pauses many times in a scan, a sort, a group, and other stages', () => {
    const collection = fill(false);
    const pipelines: Document[][] = [
      [{ $match: { v: 'old' } }],
      [{ $sort: { a: 1 } }],
      [{ $group: { _id: '$a', n: { $sum: 1 } } }],
      [{ $project: { a: 1 } }],
      [{ $addFields: { b: '$a' } }, { $match: { b: 1 } }],
    ];
    for (const pipeline of pipelines)
      expect(countPauses(runPipeline(collection, pipeline))).toBeGreaterThan(8);
  });

  it('sorts like a sort without pauses, and keeps the order of equal keys', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }), (numbers) => {
        const items = Array.from({ length: 40 }, () => numbers)
          .flat()
          .map((key, position) => ({ key: String.fromCharCode(key), position }));
        const sorted = runToEnd(sortByKey(items, ({ key }) => key));
        expect(sorted).toEqual(
          items.toSorted((left, right) =>
            left.key < right.key ? -1 : left.key > right.key ? 1 : 0,
          ),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('maps in order', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    expect(runToEnd(mapAll(numbers, (number) => -number))).toEqual(numbers.map((n) => -n));
  });
});

describe('a query that pauses', () => {
  it.each<[string, boolean, FindQuery]>([
    ['a full scan', false, { filter: { v: 'old' } }],
    ['a scan of an index', true, { filter: { a: { $gte: 0 } } }],
    ['a sort in memory', false, { sort: { v: 1, a: -1 } }],
    ['a sort by an index', true, { sort: { a: 1 } }],
    ['a limited sort by an index', true, { filter: { v: 'old' }, sort: { a: 1 }, limit: 300 }],
  ])('returns the documents of the instant it started: %s', (_title, indexed, query) => {
    const collection = fill(indexed);
    const expected = runToEnd(findDocuments(collection, query)).documents.map(({ bytes }) => bytes);
    const work = findDocuments(collection, query);
    expect(work.next().done).toBe(false);
    const stored = [...collection.documents];
    for (const [index, document] of stored.entries()) {
      const { _id } = readDocument(document.bytes);
      if (index % 3 === 0) removeDocument(collection, document);
      else replaceDocument(collection, document, encodeDocument({ _id, a: -1, v: 'new' }));
      if (index % 3 === 1)
        replaceDocument(collection, document, encodeDocument({ _id, a: -2, v: 'newer' }));
    }
    insertDocument(collection, encodeDocument({ _id: 'later', a: 3, v: 'old' }));
    const { documents } = runToEnd(work);
    expect(documents.map(({ bytes }) => bytes)).toEqual(expected);
    expect(collection.snapshots.size).toBe(0);
  });

  it('copies no candidates at a pause until a write changes the collection', () => {
    const collection = fill(false);
    const work = findDocuments(collection, { filter: { v: 'old' } });
    work.next();
    const [snapshot] = collection.snapshots;
    const kept = jest.spyOn(snapshot!, 'keepCandidates');
    work.next();
    expect(kept).not.toHaveBeenCalled();
    insertDocument(collection, encodeDocument({ _id: 'later', v: 'old' }));
    expect(kept).toHaveBeenCalledTimes(1);
    expect(runToEnd(work).documents).toHaveLength(DOCUMENTS);
  });

  it('leaves nothing behind if the filter fails', () => {
    const collection = fill(false);
    const work = findDocuments(collection, { filter: { v: 'old' } });
    work.next();
    expect(() => work.throw(new Error('stopped'))).toThrow('stopped');
    expect(collection.snapshots.size).toBe(0);
  });
});

describe('a server with a paused command', () => {
  function createServer() {
    const state: ServerState = {
      catalog: { databases: new Map(), journals: new Map() },
      cursors: createCursors(),
      startedAt: 0,
      pausedWrites: new Map(),
    };
    const collection = fill(false);
    state.catalog.databases.set('test', new Map([['things', collection]]));
    const finished: string[] = [];
    const run = async (
      title: string,
      body: Document,
      items: Document[] = [],
      database = 'test',
    ) => {
      const [name = ''] = Object.keys(body);
      const command: DatabaseCommand = {
        name,
        database,
        body,
        items: items.map(encodeDocument),
      };
      const reply = readDocument(await respondToCommand(state, command));
      finished.push(title);
      return reply;
    };
    return { run, finished };
  }
  const updateAll = [{ q: { v: 'old' }, u: { $set: { v: 'new' } }, multi: true }];

  it('responds to pings, reads, and writes to other databases before the end of a scan', async () => {
    const { run, finished } = createServer();
    await Promise.all([
      run('count', { count: 'things', query: { v: 'old' } }),
      run('ping', { ping: 1 }),
      run('find', { find: 'things', filter: { _id: 3 } }),
      run('insert', { insert: 'things' }, [{ _id: -1 }], 'other'),
      run('write', { insert: 'things' }, [{ _id: -1 }]),
    ]);
    expect(finished.at(-1)).toBe('count');
  });

  it('runs writes to one database one after another', async () => {
    const { run, finished } = createServer();
    const [update, insert, ping] = await Promise.all([
      run('update', { update: 'things' }, updateAll),
      run('insert', { insert: 'things' }, [{ _id: 'late', v: 'old' }]),
      run('ping', { ping: 1 }),
      run('delete', { delete: 'things' }, [{ q: { _id: 7 }, limit: 1 }]),
    ]);
    expect(finished).toEqual(['ping', 'update', 'insert', 'delete']);
    expect([update, insert, ping]).toMatchObject([
      { n: DOCUMENTS, nModified: DOCUMENTS },
      { n: 1 },
      { ok: 1 },
    ]);
    expect(await run('count', { count: 'things', query: { v: 'old' } })).toMatchObject({ n: 1 });
  });

  it.each<[string, Document, (index: number) => Document]>([
    ['inserts', { insert: 'things' }, (index) => ({ _id: `new ${index}` })],
    ['updates', { update: 'things' }, (_id) => ({ q: { _id }, u: { $set: { v: 'new' } } })],
    ['deletes', { delete: 'things' }, (_id) => ({ q: { _id }, limit: 1 })],
  ])('responds to a ping before the end of a batch of short %s', async (title, body, item) => {
    const { run, finished } = createServer();
    const [batch] = await Promise.all([
      run(
        title,
        body,
        Array.from({ length: 10 }, (_, index) => item(index)),
      ),
      run('ping', { ping: 1 }),
    ]);
    expect(finished).toEqual(['ping', title]);
    expect(batch).toMatchObject({ n: 10 });
  });

  it('lets writes continue after one that failed during a pause', async () => {
    const { run } = createServer();
    const failing = [{ q: { v: 'old' }, u: { $inc: { v: 1 } }, multi: true }];
    const [failed, insert] = await Promise.all([
      run('update', { update: 'things' }, failing),
      run('insert', { insert: 'things' }, [{ _id: 'late' }]),
    ]);
    expect(failed).toMatchObject({ writeErrors: [{ code: 14 }] });
    expect(insert).toMatchObject({ n: 1 });
  });
});
