import { describe, expect, it } from '@jest/globals';
import type { StoredDocument } from '../platform/projections/projection.js';
import { compareDocument, differing } from './comparison.js';

const at = (index: number) => String(index).padStart(20, '0');
const document = (position: number, more: object = {}): StoredDocument => ({
  _id: 'b1',
  position: at(position),
  ...more,
});

const verdict = (
  expected: StoredDocument | undefined,
  storedDocument: StoredDocument | undefined,
  readAt: number,
) => compareDocument(expected, storedDocument, at(readAt));

describe('a document of a read model', () => {
  it('equals the fold in any order of fields', () => {
    const storedDocument = { status: 'pending', position: at(3), _id: 'b1' };
    expect(verdict(document(3, { status: 'pending' }), storedDocument, 3)).toBe('equal');
  });
  it('is behind until the read model reaches its last event', () => {
    expect(
      verdict(document(5, { status: 'confirmed' }), document(3, { status: 'pending' }), 4),
    ).toBe('behind');
    expect(verdict(document(5), undefined, 4)).toBe('behind');
  });
  it('differs if the read model has different content after reaching its last event', () =>
    expect(
      verdict(document(5, { status: 'confirmed' }), document(5, { status: 'pending' }), 5),
    ).toEqual({
      problem: expect.stringMatching(/differs from the fold of the log in status$/),
    }));
  it('is reported if it is missing', () =>
    expect(verdict(document(5), undefined, 5)).toEqual({ problem: 'the document is missing' }));
  it('is reported if it does not follow from any event', () =>
    expect(verdict(undefined, document(5), 5)).toEqual({
      problem: 'no event produces the document',
    }));
});

describe('a comparison of documents by id', () => {
  const documents = (...ids: string[]) => ids.map((_id) => ({ _id, position: at(1) }));
  const walk = async (expected: StoredDocument[], storedDocuments: StoredDocument[]) => {
    const ids: string[] = [];
    const entries = expected.map((document) => [document._id, document] as const);
    for await (const id of differing(entries, storedDocuments)) ids.push(id);
    return ids;
  };

  it('finds nothing if both sides are equal, in any order of fields', async () =>
    expect(
      await walk(documents('a', 'b'), [{ position: at(1), _id: 'a' }, ...documents('b')]),
    ).toEqual([]));
  it('finds documents that only one side has, wherever they are', async () => {
    expect(await walk(documents('a', 'b', 'c', 'd'), documents('b', 'd'))).toEqual(['a', 'c']);
    expect(await walk(documents('b', 'd'), documents('a', 'b', 'c', 'd', 'e'))).toEqual([
      'a',
      'c',
      'e',
    ]);
    expect(await walk([], documents('a'))).toEqual(['a']);
    expect(await walk(documents('a'), [])).toEqual(['a']);
  });
  it('finds documents with different content', async () =>
    expect(
      await walk(documents('a', 'b'), [documents('a')[0]!, document(2, { _id: 'b' })]),
    ).toEqual(['b']));
  it('sorts by the bytes of the ids, as the stores do', async () =>
    expect(await walk(documents('\uFFFD', '\u{1F3BE}'), documents('\u{1F3BE}'))).toEqual([
      '\uFFFD',
    ]));
});
