import { foldAll } from '../../platform/kernel/decider.js';
import type { RatedMatch } from '../ratings/formula.js';
import type { MatchEvent } from './match.events.js';
import { match, matchIdOf } from './match.js';

const IMPORTED = 'imported-';

/**
 * The id of a player known only from an imported file. They cannot sign in and receive no email.
 */
export const importedPlayer = (sourceId: string): string => `${IMPORTED}${sourceId}`;

export const isImported = (playerId: string): boolean => playerId.startsWith(IMPORTED);

/** The same limit as for logged matches. */
const MOST_GAMES = 99;
/** Rejects anything that a page, spreadsheet, or terminal could interpret. */
const ID = /^[A-Za-z0-9]{1,32}$/;
const SURFACE = /^[A-Za-z]{1,20}$/;

/** Why a match cannot be imported; null if it can. `now` is a UTC instant in milliseconds. */
export const problemOfImport = (
  { sides, surface, games, playedAt }: RatedMatch,
  now: number,
): string | null => {
  if (sides.flat().some((id) => !ID.test(id)))
    return 'player ids must have 1 to 32 letters and digits';
  if (surface !== null && !SURFACE.test(surface)) return 'a surface must have 1 to 20 letters';
  if (Math.max(...games) > MOST_GAMES) return `more than ${MOST_GAMES} games`;
  return playedAt > now ? 'played_on is in the future' : null;
};

/**
 * Events of an imported singles match, logged by its first side and confirmed by the other. Both
 * happen at `playedAt` (UTC), so that the history counts at every instant. Players are ids only.
 * @param bookingId derived from the imported row
 */
export const importedMatch = (
  { sides: [[own], [other]], surface, games, winner }: RatedMatch,
  bookingId: string,
  playedAt: string,
): Readonly<{ matchId: string; events: readonly MatchEvent[] }> => {
  const [loggerId, opponentId] = [importedPlayer(own!), importedPlayer(other!)];
  const matchId = matchIdOf({ bookingId, playerId: loggerId });
  const opponent = { placeId: 'opponent', side: 'opponent', playerId: opponentId } as const;
  const logged = match.decide(
    {
      type: 'LogMatch',
      data: {
        matchId,
        bookingId,
        courtId: 'imported',
        loggerId,
        playedAt,
        zone: 'UTC',
        surface: surface?.toLowerCase() ?? 'other',
        discipline: 'singles',
        sets: [],
        notes: '',
        result: winner === null ? 'draw' : winner === 0 ? 'win' : 'loss',
        gamesWon: games[0],
        gamesLost: games[1],
        loggedAt: playedAt,
        players: [
          { ...opponent, name: 'Former player', email: '', emailHash: null, answerBy: null },
        ],
      },
    },
    match.initial,
  );
  const answered = match.decide(
    { type: 'ConfirmMatch', data: { at: playedAt, playerId: opponentId } },
    foldAll(match, logged),
  );
  return { matchId, events: [...logged, ...answered] };
};
