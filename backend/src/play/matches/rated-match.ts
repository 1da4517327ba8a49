import type { RatedMatch, Weight } from '../ratings/formula.js';
import { disciplineOf } from './lineup.js';
import type { Match, MatchPlayer } from './match.js';

/** Weight by answer (domain rules, "Rating": weights); null if the match is not rated. */
const weights: Record<Match['answer'], Weight | null> = {
  none: null,
  confirmed: { value: 1, reasons: ['confirmed'] },
  auto_confirmed: { value: 0.7, reasons: ['auto_confirmed'] },
  disputed: null,
  void: null,
  withdrawn: null,
};

const TEAM: Record<RatedMatch['discipline'], number> = { singles: 1, doubles: 2 };
const winners: Record<Match['result'], RatedMatch['winner']> = { win: 0, loss: 1, draw: null };

/** The fields of a match that ratings need; no text that users entered. */
export type RatableMatch = Pick<
  Match,
  | 'matchId'
  | 'playedAt'
  | 'surface'
  | 'gamesWon'
  | 'gamesLost'
  | 'loggerId'
  | 'discipline'
  | 'result'
  | 'answer'
> &
  Readonly<{ players: readonly Pick<MatchPlayer, 'side' | 'playerId' | 'placeId'>[] }>;

/**
 * Converts a match for rating; side 0 is the logger's. Null if it does not count, or while a player
 * has no account (G30).
 * @param position of its MatchLogged event in the log
 */
export const ratedMatch = (
  match: RatableMatch,
  position: RatedMatch['position'],
): RatedMatch | null => {
  const { matchId, playedAt, surface, gamesWon, gamesLost, loggerId, players } = match;
  const weight = weights[match.answer];
  const discipline = disciplineOf(match);
  const holders = (wanted: 'partner' | 'opponent') =>
    players.flatMap(({ side, playerId }) =>
      side === wanted && playerId !== null ? [playerId] : [],
    );
  const us = [loggerId, ...holders('partner')];
  const them = holders('opponent');
  const isWhole = us.length === TEAM[discipline] && them.length === TEAM[discipline];
  if (!weight || !isWhole || gamesWon + gamesLost === 0) return null;
  return {
    matchId,
    playedAt: Date.parse(playedAt),
    position,
    discipline,
    surface: surface === 'other' ? null : surface,
    sides: [us, them],
    games: [gamesWon, gamesLost],
    winner: winners[match.result],
    weight,
  };
};
