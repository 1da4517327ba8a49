import { describe, expect, it } from '@jest/globals';
import { changesOf } from './update-publisher.js';
import type { AnyProjection, Stored } from './projection.js';

const seenBy = (people: (document: { id: number }) => readonly string[] | null, count: number) => ({
  projection: { audience: people } as unknown as AnyProjection,
  changed: new Map(Array.from({ length: count }, (_, id) => [`d${id}`, { id } as unknown as Stored])),
});

describe('what changed', () => {
  it('is told with those whose screens show it', () =>
    expect(changesOf(seenBy(({ id }) => [`p${id}`], 2))).toEqual([
      { id: 'd0', audience: ['p0'] },
      { id: 'd1', audience: ['p1'] },
    ]));

  it('is told as one where it is much, and to nobody but those who see some of it', () =>
    expect(changesOf(seenBy(({ id }) => ['host', `p${id % 2}`], 201))).toEqual([
      { id: '*', audience: ['host', 'p0', 'p1'] },
    ]));

  it('is told to everybody where one of it is for everybody', () =>
    expect(changesOf(seenBy(({ id }) => (id === 7 ? null : ['host']), 201))).toEqual([{ id: '*', audience: null }]));
});
