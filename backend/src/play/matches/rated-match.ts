import type { RatedMatch, Weight } from '../ratings/formula.js';
import { isImported } from './imported-match.js';
import { disciplineOf, presentPlayers } from './lineup.js';
import type { Match, MatchPlayer } from './match.js';

/**
 * The weight for each response (domain rules, "Rating": weights); null if the match is not rated.
 */
const weightByAnswer: Record<Match['answer'], Weight | null> = {
  none: null,
  confirmed: { value: 1, reasons: ['confirmed'] },
  auto_confirmed: { value: 0.7, reasons: ['auto_confirmed'] },
  disputed: null,
  void: null,
  withdrawn: null,
  incomplete: null,
  expired: null,
};

/** Every booking is an hour long. */
const BOOKED_HOURS = 1;

const TEAM_SIZE: Record<RatedMatch['discipline'], number> = { singles: 1, doubles: 2 };
const winnerByResult: Record<Match['result'], RatedMatch['winner']> = {
  win: 0,
  loss: 1,
  draw: null,
};

/** The fields of a match that ratings need. They contain no text that users entered. */
export type RatableMatch = Pick<
  Match,
  | 'matchId'
  | 'playedAt'
  | 'surface'
  | 'gamesWon'
  | 'gamesLost'
  | 'loggerId'
  | 'sport'
  | 'discipline'
  | 'result'
  | 'answer'
> &
  Readonly<{
    players: readonly Pick<
      MatchPlayer,
      'side' | 'playerId' | 'placeId' | 'answer' | 'isRevealed'
    >[];
  }>;

/**
 * Converts a match for rating. Side 0 is the logger's. Null if it does not count, or while a player
 * has no account (G30) or can still answer. Absent people complete the lineup but are not rated.
 * @param position the log position of its MatchLogged event
 */
export const ratedMatch = (
  ratableMatch: RatableMatch,
  position: RatedMatch['position'],
): RatedMatch | null => {
  const { matchId, playedAt, surface, gamesWon, gamesLost, loggerId, players } = ratableMatch;
  const matchWeight = weightByAnswer[ratableMatch.answer];
  const matchDiscipline = disciplineOf(ratableMatch);
  const present = presentPlayers(ratableMatch);
  const playerIdsOn = (requiredSide: 'partner' | 'opponent') =>
    present.flatMap(({ side, playerId }) =>
      side === requiredSide && playerId !== null ? [playerId] : [],
    );
  const ownTeam = [loggerId, ...playerIdsOn('partner')];
  const opposingTeam = playerIdsOn('opponent');
  const teamSize = TEAM_SIZE[matchDiscipline];
  const isComplete =
    players.filter(({ side }) => side === 'partner').length === teamSize - 1 &&
    players.filter(({ side }) => side === 'opponent').length === teamSize &&
    opposingTeam.length > 0 &&
    present.every(({ playerId, answer }) => playerId !== null && answer !== 'none');
  const silentIds = present.flatMap(({ playerId, answer }) =>
    playerId !== null && answer === 'lapsed' ? [playerId] : [],
  );
  if (!matchWeight || !isComplete || gamesWon + gamesLost === 0) return null;
  return {
    matchId,
    playedAt: Date.parse(playedAt),
    position,
    discipline: matchDiscipline,
    surface: surface === 'other' ? null : surface,
    sides: [ownTeam, opposingTeam],
    games: [gamesWon, gamesLost],
    winner: winnerByResult[ratableMatch.result],
    ...(!isImported(loggerId) && { hours: BOOKED_HOURS }),
    weight: matchWeight,
    ...(silentIds.length > 0 && { silent: silentIds }),
  };
};
