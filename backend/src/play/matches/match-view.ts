import type {
  Match as MatchView,
  MatchPlayer as MatchPlayerView,
  MatchStatus,
} from '@courtly/contracts/matches';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { fullName } from '../../people/identity/person.js';
import { confirmBy, disciplineOf, roleInMatch } from './lineup.js';
import { MatchFields } from './match.events.js';
import type { Match, MatchPlayer } from './match.js';

type FullName = Readonly<{ firstName: string; lastName: string }>;

/** Data from other slices: the name of the court, and users by id. */
export type MatchContext = Readonly<{ courtName: string; people: ReadonlyMap<string, FullName> }>;

const formerMember: FullName = { firstName: 'Former', lastName: 'member' };

export const matchStatusOf = ({ answer }: Pick<Match, 'answer'>): MatchStatus =>
  answer === 'none' ? 'waiting' : answer;

/**
 * Registered players stay hidden until an opponent responds. Showing them earlier would reveal
 * which emails have an account.
 */
const isAnsweredMatch = ({ answer }: Match): boolean =>
  ['confirmed', 'auto_confirmed', 'disputed', 'void'].includes(answer);

/**
 * A player as the logger sees them before anyone responds. It never reveals whether the player has
 * an account.
 */
export const namedPlayerViewOf = (matchId: string, matchPlayer: MatchPlayer): MatchPlayerView => ({
  id: matchPlayer.placeId,
  matchResultId: matchId,
  side: matchPlayer.side,
  playerId: null,
  playerName: matchPlayer.name,
  playerEmail: matchPlayer.email || null,
  isRegistered: false,
  createdAt: matchPlayer.addedAt,
});

const matchPlayerView = (
  storedMatch: Match,
  matchPlayer: MatchPlayer,
  userId: string,
  { people }: MatchContext,
): MatchPlayerView => {
  const namedPlayerView = namedPlayerViewOf(storedMatch.matchId, matchPlayer);
  const playerEmail = userId === storedMatch.loggerId ? namedPlayerView.playerEmail : null;
  const { playerId } = matchPlayer;
  if (playerId === null || !(isAnsweredMatch(storedMatch) || playerId === userId))
    return { ...namedPlayerView, playerEmail };
  const playerName = fullName(people.get(playerId) ?? formerMember);
  return { ...namedPlayerView, playerEmail, playerId, isRegistered: true, playerName };
};

export const matchView = (
  storedMatch: Match,
  userId: string,
  matchContext: MatchContext,
): MatchView => {
  const { matchId: id, loggerId, courtId, ...playedMatch } = MatchFields.parse(storedMatch);
  const role = roleInMatch(storedMatch, userId) ?? 'opponent';
  const answerBy = role === 'opponent' ? confirmBy(storedMatch) : null;
  const { zone, playedAt } = playedMatch;
  const { firstName, lastName } = matchContext.people.get(loggerId) ?? formerMember;
  return {
    ...playedMatch,
    zoneOffsets: offsetsAround(zone, [playedAt, answerBy ?? playedAt]),
    id,
    userId: loggerId,
    role,
    loggedBy: { firstName, lastName },
    court: { id: courtId, name: matchContext.courtName },
    discipline: disciplineOf(storedMatch),
    sets: [...storedMatch.sets],
    notes: userId === loggerId ? storedMatch.notes : '',
    status: matchStatusOf(storedMatch),
    answerBy,
    reason: storedMatch.reason,
    players: storedMatch.players.map((matchPlayer) =>
      matchPlayerView(storedMatch, matchPlayer, userId, matchContext),
    ),
    createdAt: storedMatch.loggedAt,
  };
};
