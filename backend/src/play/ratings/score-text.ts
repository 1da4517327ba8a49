import type { Sides } from './formula.js';

/**
 * A score: the games of the winner and the loser, and whether the match was played and finished.
 */
export type MatchScore = Readonly<{ games: Sides<number>; played: boolean; finished: boolean }>;

const SET_PATTERN = /^(\d{1,2})-(\d{1,2})(?:\(\d+\))?\??$/;
/** A match tie-break that replaces a set counts as one game for its winner. */
const TIE_BREAK_PATTERN = /^\[(\d{1,2})-(\d{1,2})\]$/;
const NOT_PLAYED = /^(?:W\/O|Walkover)$/;
const CUT_OFF = /^(?:RET|DEF|Def\.|Default|ABD|abandoned|Played|and|unfinished)$/;

/**
 * Reads a tour's score, such as `6-4 3-6 7-6(5)` or `6-3 2-1 RET`, with the winner first. Null if
 * any part is unreadable.
 */
export const parseScore = (scoreText: string): MatchScore | null => {
  let [winnerGames, loserGames, isFinished, wasPlayed] = [0, 0, true, true];
  for (const scorePart of scoreText.split(' ')) {
    const setScore = SET_PATTERN.exec(scorePart);
    const tieBreakScore = TIE_BREAK_PATTERN.exec(scorePart);
    if (setScore)
      [winnerGames, loserGames] = [
        winnerGames + Number(setScore[1]),
        loserGames + Number(setScore[2]),
      ];
    else if (tieBreakScore && Number(tieBreakScore[1]) > Number(tieBreakScore[2])) winnerGames++;
    else if (tieBreakScore) loserGames++;
    else if (NOT_PLAYED.test(scorePart)) [wasPlayed, isFinished] = [false, false];
    else if (CUT_OFF.test(scorePart)) isFinished = false;
    else if (scorePart !== '') return null;
  }
  return {
    games: [winnerGames, loserGames],
    played: wasPlayed,
    finished: isFinished && winnerGames + loserGames > 0,
  };
};
