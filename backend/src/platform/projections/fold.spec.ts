import { describe, expect, it } from '@jest/globals';
import { inStream } from '../../../testing/projection.js';
import type { Message } from '../kernel/decider.js';
import { foldAgain, foldBatch } from './fold.js';
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

describe('a document that is folded again', () => {
  const withPeople: AnyProjection = { ...ladder, people: () => ['ann'] };
  const inOrder = [0, 1, 0, 2].map((stream, index) => ({
    ...inStream('match', played('ann', 'bob'))[0]!,
    id: `event ${index}`,
    stream: `match-${stream}`,
    position: String(index + 1).padStart(20, '0'),
  }));
  const foldAll = (upTo = inOrder.length) => {
    const documents = new Map<string, StoredDocument>();
    foldBatch(withPeople, inOrder.slice(0, upTo), documents, () => false);
    return documents.get('ann')!;
  };
  const timesAgain = (document: StoredDocument, again: number) => ({
    ...document,
    folded: { ...document.folded, again },
  });

  it('stays the same, except for its count', () => {
    const document = foldAll();
    expect(document.folded).toEqual({
      people: ['ann'],
      streams: ['match-0', 'match-1', 'match-2'],
      again: 0,
    });
    const again = foldAgain(withPeople, document, inOrder)!;
    expect(again).toEqual(timesAgain(document, 1));
    expect(foldAgain(withPeople, again, inOrder)).toEqual(timesAgain(document, 2));
  });

  it('ignores events that it has not applied yet', () => {
    const document = foldAll(2);
    expect(foldAgain(withPeople, document, inOrder)).toEqual(timesAgain(document, 1));
  });

  it('is not replaced if its last event is missing', () =>
    expect(foldAgain(withPeople, foldAll(), inOrder.slice(0, 3))).toBeNull());

  it('is not replaced if an event can no longer be folded', () => {
    const failing: AnyProjection = {
      ...withPeople,
      evolve: () => {
        throw new Error('the event has another form');
      },
    };
    expect(foldAgain(failing, foldAll(), inOrder)).toBeNull();
  });

  it('keeps its count when it changes', () => {
    const documents = new Map([['ann', foldAgain(withPeople, foldAll(3), inOrder)!]]);
    foldBatch(withPeople, inOrder, documents, () => false);
    expect(documents.get('ann')).toEqual(timesAgain(foldAll(), 1));
  });

  it('records at most 50 streams', () => {
    const documents = new Map<string, StoredDocument>();
    const streamCounts = Array.from({ length: 52 }, (_, index) => {
      const event = { ...inOrder[0]!, stream: `s-${index}`, position: String(index).padStart(20) };
      foldBatch(withPeople, [event], documents, () => false);
      return documents.get('ann')!.folded!.streams?.length ?? null;
    });
    expect(streamCounts.slice(48)).toEqual([49, 50, null, null]);
  });
});
