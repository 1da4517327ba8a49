import { describe, expect, it } from '@jest/globals';
import { parseScore } from './score-text.js';
import { tourRow } from './tour-file.js';

describe('scoreOf', () => {
  it.each([
    ['6-4 3-6 7-6(5)', [16, 16], true, true],
    ['6-3 2-1 RET', [8, 4], true, false],
    ['6-4 1-0 DEF', [7, 4], true, false],
    ['W/O', [0, 0], false, false],
    ['7-5 4-6 [10-7]', [12, 11], true, true],
    ['6-7(6) 6-4 4-6 6-3 [8-10]', [22, 21], true, true],
    ['6-1 5-7 3-2 Played and unfinished', [14, 10], true, false],
    ['70-68', [70, 68], true, true],
    ['', [0, 0], true, false],
  ] as const)('reads %j', (text, games, played, finished) =>
    expect(parseScore(text)).toEqual({ games, played, finished }),
  );

  it.each(['6:4', 'six-four', '6-', '6-4,6-3', '100-0'])('rejects %j', (text) =>
    expect(parseScore(text)).toBeNull(),
  );
});

const row = {
  played_on: '2014-06-30',
  surface: 'Grass',
  winner_id: '9',
  loser_id: '10',
  score: '6-4 6-4',
  best_of: '3',
};

describe('tourRow', () => {
  it('puts the smaller id first, regardless of the winner', () => {
    expect(tourRow(row, 7)).toMatchObject({
      match: {
        position: 7,
        sides: [['10'], ['9']],
        games: [8, 12],
        winner: 1,
        bestOf: 3,
        surface: 'Grass',
      },
    });
    expect(tourRow({ ...row, winner_id: '10', loser_id: '9' }, 7)).toMatchObject({
      match: { winner: 0 },
    });
  });
  it('recognizes a match that was not played', () =>
    expect(tourRow({ ...row, score: 'W/O' }, 7)).toBe('not_played'));
  it.each([
    [{ played_on: '2014-02-30' }, /not a date/],
    [{ loser_id: '9' }, /different loser/],
    [{ winner_id: '' }, /winner/],
    [{ score: '6:4' }, /score "6:4"/],
    [{ best_of: '4' }, /best_of "4"/],
  ])('reports the problem of %j', (change, problem) =>
    expect(tourRow({ ...row, ...change }, 7)).toEqual({ problem: expect.stringMatching(problem) }),
  );
  it('reports a problem if every column is missing', () =>
    expect(tourRow({}, 7)).toHaveProperty('problem'));
});
