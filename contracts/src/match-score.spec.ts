import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type LoggedScore, MOST_GAMES, gamesOfSets, resultProblem } from './match-score.js';
import { LogMatchBody } from './matches.js';

type Score = readonly [own: number, others: number];

const ofSets = (result: LoggedScore['result'], ...scores: Score[]): LoggedScore => {
  const sets = scores.map(([player1, player2]) => ({ player1, player2 }));
  return { result, ...gamesOfSets(sets), sets };
};
const ofGames = (result: LoggedScore['result'], [gamesWon, gamesLost]: Score): LoggedScore => ({
  result,
  gamesWon,
  gamesLost,
});

describe('a logged result', () => {
  it.each([
    ofGames('win', [6, 4]),
    ofGames('loss', [4, 6]),
    ofGames('draw', [5, 5]),
    // No score was given.
    ofGames('win', [0, 0]),
    ofSets('win', [6, 4], [2, 3]),
    ofSets('win', [7, 6], [0, 5]),
    ofSets('loss', [6, 0], [6, 7], [4, 6]),
    ofSets('win', [6, 4], [0, 6], [1, 0]),
    ofSets('loss', [4, 6], [6, 0], [0, 1]),
    ofSets('draw', [6, 4], [2, 3]),
    ofSets('draw', [6, 4], [4, 6]),
    ofSets('win', [11, 9], [9, 11], [11, 9]),
    ofSets('loss', [3, 4]),
  ])('may be %j', (score) => expect(resultProblem(score)).toBeNull());

  it.each([
    [
      ofGames('win', [14, 18]),
      'This score is a loss. Correct the score or the result, or add the sets.',
    ],
    [
      ofGames('draw', [6, 0]),
      'This score is a win. Correct the score or the result, or add the sets.',
    ],
    [ofSets('draw', [6, 4]), 'This score is a win. Correct the score or the result.'],
    [
      ofSets('loss', [6, 4], [0, 6], [1, 0]),
      'This score is a win. Correct the score or the result.',
    ],
    [ofSets('loss', [6, 4], [0, 5]), 'This score is a win. Correct the score or the result.'],
    [ofSets('win', [3, 4]), 'This score is a loss. Correct the score or the result.'],
    [
      { ...ofSets('win', [0, 6], [0, 6]), gamesWon: 6, gamesLost: 4 },
      'The sets add up to 0–12 in games',
    ],
    [ofGames('win', [MOST_GAMES, 1]), `Log at most ${MOST_GAMES} games for an hour`],
  ])('cannot be %j', (score, message) => expect(resultProblem(score)?.message).toBe(message));
});

const games = fc.integer({ min: 0, max: 12 });
const scores = fc.record({
  result: fc.constantFrom('win', 'loss', 'draw'),
  gamesWon: games,
  gamesLost: games,
  sets: fc.array(fc.record({ player1: games, player2: games }), { maxLength: 5 }),
});
/**
 * Scores whose games are the sums of their sets, because random games hardly ever match their sets.
 */
const summedScores = scores.map((score) => ({
  ...score,
  ...(score.sets.length > 0 && gamesOfSets(score.sets)),
}));

/** Whether a set has neither six games and a lead of two nor 7–6. */
const isUnfinished = ({ player1, player2 }: { player1: number; player2: number }) =>
  ![player1 - player2, player2 - player1].some(
    (lead) =>
      (lead >= 2 && Math.max(player1, player2) >= 6) || (lead === 1 && player1 + player2 === 13),
  );
const isCutShort = (sets: readonly { player1: number; player2: number }[]) =>
  sets.slice(-1).some(isUnfinished);

describe('the contract of a result', () => {
  const isAccepted = (score: LoggedScore) =>
    LogMatchBody.safeParse({ bookingId: 'b1', ...score }).success;

  it('accepts no result that contradicts its sets', () =>
    fc.assert(
      fc.property(fc.oneof(scores, summedScores), (score) => {
        if (!isAccepted(score)) return;
        const { result, gamesWon, gamesLost, sets } = score;
        if (sets.length > 0) expect(gamesOfSets(sets)).toEqual({ gamesWon, gamesLost });
        if (result === 'draw' && isCutShort(sets)) return;
        const wonBy = (own: 'player1' | 'player2', other: 'player1' | 'player2') =>
          sets.filter(
            (set) =>
              (set[own] >= 6 && set[other] <= set[own] - 2) || (set[own] === 7 && set[other] === 6),
          ).length;
        const setsWon = wonBy('player1', 'player2');
        const setsLost = wonBy('player2', 'player1');
        if (setsWon > setsLost) expect(result).toBe('win');
        if (setsWon < setsLost) expect(result).toBe('loss');
        const { player1 = 0, player2 = 0 } = sets.at(-1) ?? {};
        if (setsWon !== setsLost || player1 + player2 === 1) return;
        if (gamesWon > gamesLost) expect(result).toBe('win');
        if (gamesWon < gamesLost) expect(result).toBe('loss');
      }),
    ));

  it('accepts one outcome of a valid score, and also a draw if its last set is unfinished', () =>
    fc.assert(
      fc.property(summedScores, (score) => {
        const total = score.gamesWon + score.gamesLost;
        fc.pre(total > 0 && total <= MOST_GAMES);
        const accepts = (result: LoggedScore['result']) => isAccepted({ ...score, result });
        const decided = (['win', 'loss'] as const).filter(accepts);
        expect(decided.length).toBeLessThanOrEqual(1);
        expect(accepts('draw')).toBe(decided.length === 0 || isCutShort(score.sets));
      }),
    ));

  it('accepts a score if and only if it accepts the same score from the other side', () =>
    fc.assert(
      fc.property(fc.oneof(scores, summedScores), (score) => {
        const turned = { win: 'loss', loss: 'win', draw: 'draw' } as const;
        const otherSide = {
          result: turned[score.result],
          gamesWon: score.gamesLost,
          gamesLost: score.gamesWon,
          sets: score.sets.map(({ player1, player2 }) => ({ player1: player2, player2: player1 })),
        };
        expect(isAccepted(otherSide)).toBe(isAccepted(score));
      }),
    ));
});
