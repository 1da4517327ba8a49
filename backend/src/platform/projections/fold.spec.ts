import { describe, expect, it } from '@jest/globals';
import type { Message } from '../kernel/decider.js';
import { inStream } from '../../../testing/projection.js';
import { TornWrite, foldBatch } from './fold.js';
import { type AnyProjection, type Stored, defineProjection } from './projection.js';

type Played = Message<'Played', Readonly<{ winner: string; loser: string }>>;
type Player = Readonly<{ points: number }>;

const points = (players: ReadonlyMap<string, Player>, id: string) => players.get(id)?.points ?? 0;

/** A stake that depends on both: what the winner gets, the loser gives. */
const ladder = defineProjection<Player, Played>({
  name: 'ladder',
  version: 1,
  indexes: [],
  handles: ['Played'],
  key: ({ data }) => [data.winner, data.loser],
  evolveAll(players, { data: { winner, loser } }) {
    const stake = 10 + points(players, loser);
    return new Map([
      [winner, { points: points(players, winner) + stake }],
      [loser, { points: points(players, loser) - stake }],
    ]);
  },
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
const fold = (documents: Map<string, Stored>, from = 0) =>
  foldBatch(ladder, events.slice(from), documents, () => false);

describe('a projection of several documents', () => {
  it('sees all that an event moves, and moves them together', () => {
    const documents = new Map<string, Stored>();
    expect(fold(documents).parked).toEqual([]);
    const shown = [...documents.values()].map(({ _id, ...player }) => [
      _id,
      (player as unknown as Player).points,
    ]);
    expect(Object.fromEntries(shown)).toEqual({ ann: -10, bob: 10, cem: 0 });
  });

  it('changes nothing when it sees an event again', () => {
    const documents = new Map<string, Stored>();
    fold(documents);
    const before = new Map(documents);
    expect(fold(documents)).toEqual({ changed: new Map(), parked: [], passed: 3 });
    expect(documents).toEqual(before);
  });

  it('tells when only some of the documents have an event', () => {
    const documents = new Map<string, Stored>();
    foldBatch(ladder, events.slice(0, 1), documents, () => false);
    const ann = documents.get('ann')!;
    foldBatch(ladder, events.slice(1), documents, () => false);
    documents.set('ann', ann);
    expect(() => fold(documents, 1)).toThrow(TornWrite);
  });

  it('may not answer a document that its key does not name', () => {
    const wild = {
      ...ladder,
      evolveAll: () => new Map([['dan', { points: 1 }]]),
    } as unknown as AnyProjection;
    expect(foldBatch(wild, events, new Map(), () => false).parked).toMatchObject([
      { reason: expect.stringMatching(/dan/) },
    ]);
  });
});
