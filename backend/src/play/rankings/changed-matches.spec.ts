import { expect, it } from '@jest/globals';
import { type RatedMatchCollection, changedSince } from './changed-matches.js';

/** A collection that finds these documents, regardless of the filter. */
const collectionOf = (documents: readonly object[]) => {
  const cursor = {
    batchSize: () => cursor,
    project: () => cursor,
    async *[Symbol.asyncIterator]() {
      yield* documents;
    },
  };
  return { find: () => cursor } as unknown as RatedMatchCollection;
};

it("a changed match counts as its players' own match only in its sport", async () => {
  const changedMatch = {
    sport: 'pickleball',
    playerIds: ['ana', 'ben'],
    playedAt: '2027-03-10T12:00:00.000Z',
    counts: true,
  };
  const { own, players } = await changedSince(collectionOf([changedMatch]), '7');
  expect([...own]).toEqual(['pickleball.ana', 'pickleball.ben']);
  expect([...players]).toEqual(['ana', 'ben']);
});
