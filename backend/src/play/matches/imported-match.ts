import { foldAll } from '../../platform/kernel/decider.js';
import type { RatedMatch } from '../ratings/formula.js';
import { type MatchEvent, forgottenName } from './match.events.js';
import { match, matchIdOf } from './match.js';

const IMPORTED_PREFIX = 'imported-';

/**
 * The id of a player who is known only from an imported file. Such players cannot sign in and
 * receive no email.
 */
export const importedPlayer = (sourceId: string): string => `${IMPORTED_PREFIX}${sourceId}`;

export const isImported = (playerId: string): boolean => playerId.startsWith(IMPORTED_PREFIX);

/** For each side, as in logged matches. */
const MOST_GAMES = 99;
/** Rejects anything that a page, spreadsheet, or terminal could interpret. */
const ID_PATTERN = /^[A-Za-z0-9]{1,32}$/;
const SURFACE_PATTERN = /^[A-Za-z]{1,20}$/;

/**
 * The reason why a match cannot be imported, or null. `currentTimestamp` is in UTC milliseconds.
 */
export const problemOfImport = (
  { sides, surface, games, playedAt }: RatedMatch,
  currentTimestamp: number,
): string | null => {
  if (sides.flat().some((playerId) => !ID_PATTERN.test(playerId)))
    return 'player ids must have 1 to 32 letters and digits';
  if (surface !== null && !SURFACE_PATTERN.test(surface))
    return 'a surface must have 1 to 20 letters';
  if (Math.max(...games) > MOST_GAMES) return `more than ${MOST_GAMES} games`;
  return playedAt > currentTimestamp ? 'played_on is in the future' : null;
};

/**
 * The events of an imported singles match, logged by its first side and confirmed by the other.
 * Both happen at `playedAt` (UTC), so that the match counts from then on. Players are only ids.
 * @param bookingId derived from the imported row
 */
export const importedMatch = (
  { sides: [[firstPlayerId], [secondPlayerId]], surface, games, winner }: RatedMatch,
  bookingId: string,
  playedAt: string,
): Readonly<{ matchId: string; events: readonly MatchEvent[] }> => {
  const [loggerId, opponentId] = [importedPlayer(firstPlayerId!), importedPlayer(secondPlayerId!)];
  const matchId = matchIdOf({ bookingId, playerId: loggerId });
  const opponentPlace = { placeId: 'opponent', side: 'opponent', playerId: opponentId } as const;
  const loggedEvents = match.decide(
    {
      type: 'ImportMatch',
      data: {
        matchId,
        bookingId,
        courtId: 'imported',
        loggerId,
        playedAt,
        zone: 'UTC',
        surface: surface?.toLowerCase() ?? 'other',
        sport: 'tennis',
        discipline: 'singles',
        sets: [],
        notes: '',
        result: winner === null ? 'draw' : winner === 0 ? 'win' : 'loss',
        gamesWon: games[0],
        gamesLost: games[1],
        loggedAt: playedAt,
        claimBy: playedAt,
        players: [
          {
            ...opponentPlace,
            ...forgottenName,
            emailHash: null,
            answerBy: null,
            keepUntil: null,
          },
        ],
      },
    },
    match.initial,
  );
  const confirmedEvents = match.decide(
    { type: 'ConfirmMatch', data: { at: playedAt, playerId: opponentId, suspendedIds: [] } },
    foldAll(match, loggedEvents),
  );
  return { matchId, events: [...loggedEvents, ...confirmedEvents] };
};
