import { describe, expect, it } from '@jest/globals';
import { inStream } from '../../../testing/projection.js';
import type { Message } from '../kernel/decider.js';
import { foldBatch } from './fold.js';
import { type AnyProjection, type StoredDocument, defineProjection } from './projection.js';

type Played = Message<'Played', Readonly<{ winner: string; loser: string }>>;
type Player = Readonly<{ points: number }>;

const ladder = defineProjection<Player, Played>({
  name: 'ladder',
  version: 1,
  indexes: [],
  handles: ['Played'],
  key: ({ data }) => [data.winner, data.loser],
  evolve: (player, { data }, id) => ({
    points: (player?.points ?? 0) + (id === data.winner ? 10 : -10),
  }),
}) as unknown as AnyProjection;

const played = (winner: string, loser: string): Played => ({
  type: 'Played',
  data: { winner, loser },
});
const events = inStream(
  'match-1',
  played('ann', 'bob'),
  played('bob', 'ann'),
  played('cem', 'ann'),
);
const fold = (documents: Map<string, StoredDocument>, projection = ladder) =>
  foldBatch(projection, events, documents, () => false);

describe('a projection of several documents', () => {
  it('evolves each document of an event by its id', () => {
    const documents = new Map<string, StoredDocument>();
    expect(fold(documents).parked).toEqual([]);
    const points = [...documents.values()].map(({ _id, ...player }) => [
      _id,
      (player as unknown as Player).points,
    ]);
    expect(Object.fromEntries(points)).toEqual({ ann: -10, bob: 0, cem: 10 });
  });

  it('ignores an event that it has applied before', () => {
    const documents = new Map<string, StoredDocument>();
    fold(documents);
    const firstFold = new Map(documents);
    expect(fold(documents)).toEqual({ changed: new Map(), parked: [] });
    expect(documents).toEqual(firstFold);
  });

  it('completes an event that reached only some of its documents', () => {
    const documents = new Map<string, StoredDocument>();
    foldBatch(ladder, events.slice(0, 2), documents, () => false);
    const ann = documents.get('ann')!;
    foldBatch(ladder, events.slice(2), documents, () => false);
    const complete = new Map(documents);
    documents.set('ann', ann);
    expect(fold(documents).changed.size).toBe(1);
    expect(documents).toEqual(complete);
  });

  it('parks a stream whose event would remove a document', () => {
    const forgetful: AnyProjection = {
      ...ladder,
      evolve: (player: never) => (player ? null : { points: 1 }),
    };
    expect(fold(new Map(), forgetful).parked).toMatchObject([
      { reason: expect.stringMatching(/must not remove document/) },
    ]);
  });
});
