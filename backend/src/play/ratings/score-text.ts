import type { Sides } from './formula.js';

/** A score: games of winner and loser, and whether the match was played and finished. */
export type Score = Readonly<{ games: Sides<number>; played: boolean; finished: boolean }>;

const SET = /^(\d{1,2})-(\d{1,2})(?:\(\d+\))?\??$/;
/** A match tie-break instead of a set counts as one game for its winner. */
const MATCH_TIE_BREAK = /^\[(\d{1,2})-(\d{1,2})\]$/;
const NOT_PLAYED = /^(?:W\/O|Walkover)$/;
const CUT_OFF = /^(?:RET|DEF|Def\.|Default|ABD|abandoned|Played|and|unfinished)$/;

/**
 * Reads a tour's score such as `6-4 3-6 7-6(5)` or `6-3 2-1 RET`, winner first. Null if any part is
 * unreadable.
 */
export const scoreOf = (text: string): Score | null => {
  let [own, others, finished, played] = [0, 0, true, true];
  for (const part of text.split(' ')) {
    const set = SET.exec(part);
    const tieBreak = MATCH_TIE_BREAK.exec(part);
    if (set) [own, others] = [own + Number(set[1]), others + Number(set[2])];
    else if (tieBreak && Number(tieBreak[1]) > Number(tieBreak[2])) own++;
    else if (tieBreak) others++;
    else if (NOT_PLAYED.test(part)) [played, finished] = [false, false];
    else if (CUT_OFF.test(part)) finished = false;
    else if (part !== '') return null;
  }
  return { games: [own, others], played, finished: finished && own + others > 0 };
};
