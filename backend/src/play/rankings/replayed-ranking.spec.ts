import { describe, expect, it } from '@jest/globals';
import { type RankedRating, moversOf } from './replayed-ranking.js';

const ranked = (
  playerId: string,
  startFigure: number,
  rank: number | null,
): [string, RankedRating] => [
  playerId,
  {
    playerId,
    rank,
    place: rank,
    rating: {
      figure: startFigure,
      range: [startFigure, startFigure],
      lowerBound: startFigure,
      matches: 9,
      provisional: rank === null,
    },
  },
];

describe('the movers', () => {
  it('are ordered by size of change, then id, and include players who only lost a rank', () => {
    const previousRanking = new Map([
      ranked('ana', 4, 1),
      ranked('ben', 3.9, 2),
      ranked('cleo', 3, 3),
      ranked('dev', 2, null),
    ]);
    const after = new Map([
      ranked('ana', 4, 2),
      ranked('ben', 4.1, 1),
      ranked('cleo', 3.2, 3),
      ranked('dev', 2, null),
    ]);
    const movers = moversOf(previousRanking, after).map(
      ({ playerId, change, before: rankBefore, after }) => [
        ...[playerId, change, rankBefore.rank, after.rank],
      ],
    );
    expect(movers).toEqual([
      ['ben', 0.2, 2, 1],
      ['cleo', 0.2, 3, 3],
      ['ana', 0, 1, 2],
    ]);
  });
});
