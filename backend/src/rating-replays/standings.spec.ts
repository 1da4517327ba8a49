import { describe, expect, it } from '@jest/globals';
import type { Ranked } from '../replay/ranking.js';
import { shownOf } from '../ratings/rating-view.js';
import { standingsOf } from './standings.js';

const ranked = (playerId: string, figure: number, rank: number | null): [string, Ranked] => [
  playerId,
  { playerId, rank, rating: shownOf(figure, 0, 5) },
];
const before = new Map([ranked('ana', 5, 1), ranked('ben', 4, 2), ranked('cleo', 3, 3), ranked('dan', 2, null)]);
const after = new Map([ranked('ana', 5, 2), ranked('ben', 6, 1), ranked('cleo', 3, 3), ranked('dan', 2.5, null)]);
const placesOf = (most: number) =>
  standingsOf('singles', { before, after }, most).rows.map(({ playerId, place, rank }) => [playerId, place, rank]);

describe('who stands where by a replay', () => {
  it('are those who move, the farthest first, and those who are ranked', () => {
    expect(standingsOf('singles', { before, after }, 10).moved).toBe(3);
    expect(placesOf(10)).toEqual([
      ['ana', 3, 2],
      ['ben', 1, 1],
      ['cleo', null, 3],
      ['dan', 2, null],
    ]);
  });
  it('are so many of each at most', () => {
    expect(placesOf(2)).toEqual([
      ['ana', null, 2],
      ['ben', 1, 1],
      ['dan', 2, null],
    ]);
    expect(placesOf(1)).toEqual([['ben', 1, 1]]);
  });
  it('say by how much', () => {
    const [, ben] = standingsOf('singles', { before, after }, 10).rows;
    expect(ben).toMatchObject({ change: 2, compared: { figure: 4, rank: 2 }, replayed: { figure: 6, rank: 1 } });
  });
});
