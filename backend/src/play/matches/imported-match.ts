import { foldAll } from '../../platform/kernel/decider.js';
import type { RatedMatch } from '../ratings/formula.js';
import type { MatchEvent } from './match.events.js';
import { match, matchIdOf } from './match.js';

const IMPORTED = 'imported-';

/** The id of somebody who is known from a file of matches alone. Nobody signs in as them, and nobody is written to. */
export const importedPlayer = (sourceId: string): string => `${IMPORTED}${sourceId}`;

export const isImported = (playerId: string): boolean => playerId.startsWith(IMPORTED);

/** Games beyond these are refused, as of a match that somebody logs. */
const MOST_GAMES = 99;
/** What ids and surfaces are made of: nothing that a page, a spreadsheet or a terminal could take for more than a name. */
const ID = /^[A-Za-z0-9]{1,32}$/;
const SURFACE = /^[A-Za-z]{1,20}$/;

/** What stands against the import of a match, in words; null where nothing does. `now` is a UTC instant in milliseconds. */
export const problemOfImport = (
  { sides, surface, games, playedAt }: RatedMatch,
  now: number,
): string | null => {
  if (sides.flat().some((id) => !ID.test(id)))
    return 'the ids of players are up to 32 letters and digits';
  if (surface !== null && !SURFACE.test(surface)) return 'a surface is up to 20 letters';
  if (Math.max(...games) > MOST_GAMES) return `more than ${MOST_GAMES} games`;
  return playedAt > now ? 'played_on lies in the future' : null;
};

/**
 * The events of a match of singles that others have recorded: logged by its first side, confirmed by the other, both when it was
 * played, so that a history counts for every instant of its own. Players are ids alone; no word of anybody is kept.
 *
 * @param bookingId stands for the hour, and follows from what the record says
 * @param playedAt a UTC instant
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
