import { describe, expect, it } from '@jest/globals';
import type { RankedRating } from './replayed-ranking.js';
import { displayRating } from '../ratings/rating-view.js';
import { outcomeOf, standingsOf } from './standings.js';

const ranked = (
  playerId: string,
  startFigure: number,
  rank: number | null,
): [string, RankedRating] => [
  playerId,
  { playerId, rank, place: rank, rating: displayRating(startFigure, 0, 5) },
];
const previousStandings = new Map([
  ranked('ana', 5, 1),
  ranked('ben', 4, 2),
  ranked('cleo', 3, 3),
  ranked('dan', 2, null),
]);
const after = new Map([
  ranked('ana', 5, 2),
  ranked('ben', 6, 1),
  ranked('cleo', 3, 3),
  ranked('dan', 2.5, null),
]);
const placesOf = (placeLimit: number) =>
  standingsOf('singles', { before: previousStandings, after }, placeLimit).rows.map(
    ({ playerId, place, rankPlace }) => [playerId, place, rankPlace],
  );

describe('the standings of a replay', () => {
  it('contain movers, by size of change, and ranked players', () => {
    expect(standingsOf('singles', { before: previousStandings, after }, 10).moved).toBe(3);
    expect(placesOf(10)).toEqual([
      ['ana', 3, 2],
      ['ben', 1, 1],
      ['cleo', null, 3],
      ['dan', 2, null],
    ]);
  });
  it('contain a limited number of each', () => {
    expect(placesOf(2)).toEqual([
      ['ana', null, 2],
      ['ben', 1, 1],
      ['dan', 2, null],
    ]);
    expect(placesOf(1)).toEqual([['ben', 1, 1]]);
  });
  it('contain both standings and the change', () => {
    const [, ben] = standingsOf('singles', { before: previousStandings, after }, 10).rows;
    expect(ben).toMatchObject({
      change: 2,
      compared: { figure: 4, rank: 2 },
      replayed: { figure: 6, rank: 1 },
    });
  });
});

it('a share without matches is null', () => {
  const bins = [{ forecasts: 0, said: NaN, came: NaN }];
  const errors = { formula: 'elo-1', matches: 0, accuracy: NaN, logLoss: NaN, brier: NaN, bins };
  const of = { formula: 'elo-1', hash: 'a', numbers: 0, errors };
  const emptyRanking = {
    before: new Map<string, RankedRating>(),
    after: new Map<string, RankedRating>(),
  };
  const replayedBoth = {
    matches: 0,
    replayed: of,
    compared: of,
    difference: null,
    rankings: { singles: emptyRanking, doubles: emptyRanking },
  };
  expect(outcomeOf(replayedBoth, { singles: 0, doubles: 0 }, null)).toMatchObject({
    replayed: {
      formulaId: 'elo-1',
      errors: { accuracy: null, logLoss: null, brier: null, bins: [{ said: null }] },
    },
    moved: { singles: { players: 0, moved: 0 } },
  });
});
