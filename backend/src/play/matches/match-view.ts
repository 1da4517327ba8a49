import type {
  Match as MatchView,
  MatchPlayer as MatchPlayerView,
  MatchStatus,
} from '@courtly/contracts/matches';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { fullName } from '../../people/identity/person.js';
import { disciplineOf, presentPlayers, roleInMatch, withdrawalOf } from './lineup.js';
import { MatchFields } from './match.events.js';
import {
  type Match,
  type MatchPlayer,
  type NamedPlayer,
  isLoggableAgain,
  logDeadline,
  mayLogAgain,
} from './match.js';

type FullName = Readonly<{ firstName: string; lastName: string }>;

/** Data from other slices: the name of the court, users by id, and the policy and the clock. */
export type MatchContext = Readonly<{
  courtName: string;
  people: ReadonlyMap<string, FullName>;
  matchLogDays: number;
  at: string;
}>;

export const formerMember: FullName = { firstName: 'Former', lastName: 'member' };

export const matchStatusOf = ({ answer }: Pick<Match, 'answer'>): MatchStatus =>
  answer === 'none' ? 'waiting' : answer;

/**
 * A player as the logger sees them before they respond. It never reveals whether the player has
 * an account.
 */
export const namedPlayerViewOf = (matchId: string, matchPlayer: NamedPlayer): MatchPlayerView => ({
  id: matchPlayer.placeId,
  matchResultId: matchId,
  side: matchPlayer.side,
  playerId: null,
  playerName: matchPlayer.name,
  playerEmail: matchPlayer.email || null,
  isRegistered: false,
  answer: 'none',
  createdAt: matchPlayer.addedAt,
});

/**
 * Until their own answer or claim, people appear by the name that the logger typed. Without one,
 * the hour itself names them: they booked it or were challenged to it.
 */
const matchPlayerView = (
  storedMatch: Match,
  matchPlayer: MatchPlayer,
  userId: string,
  { people }: MatchContext,
): MatchPlayerView => {
  const { answer } = matchPlayer;
  const namedPlayerView = {
    ...namedPlayerViewOf(storedMatch.matchId, matchPlayer),
    answer: answer === 'lapsed' ? 'none' : answer,
  } as const;
  const playerEmail = userId === storedMatch.loggerId ? namedPlayerView.playerEmail : null;
  const { playerId } = matchPlayer;
  const isKnown = matchPlayer.isRevealed || matchPlayer.name === '' || playerId === userId;
  if (playerId === null || !isKnown) return { ...namedPlayerView, playerEmail };
  const playerName = fullName(people.get(playerId) ?? formerMember);
  return { ...namedPlayerView, playerEmail, playerId, isRegistered: true, playerName };
};

/** The end of the user's own window, while they can still answer. */
const ownDeadline = ({ players, answer }: Match, userId: string, at: string): string | null => {
  const place = players.find(({ playerId }) => playerId === userId);
  if (!place || ['withdrawn', 'void', 'incomplete', 'expired'].includes(answer)) return null;
  const isOpen = place.answer === 'none' || place.answer === 'lapsed';
  return isOpen && place.answerBy !== null && at < place.answerBy ? place.answerBy : null;
};

export const matchView = (
  storedMatch: Match,
  userId: string,
  matchContext: MatchContext,
): MatchView => {
  const { matchId: id, loggerId, courtId, ...playedMatch } = MatchFields.parse(storedMatch);
  const role = roleInMatch(storedMatch, userId) ?? 'opponent';
  const { zone, playedAt } = playedMatch;
  const answerBy = ownDeadline(storedMatch, userId, matchContext.at);
  const logBy = logDeadline(playedAt, matchContext.matchLogDays);
  const { firstName, lastName } = matchContext.people.get(loggerId) ?? formerMember;
  return {
    ...playedMatch,
    zoneOffsets: offsetsAround(zone, [playedAt, answerBy ?? playedAt, logBy]),
    id,
    userId: loggerId,
    role,
    loggedBy: { firstName, lastName },
    court: { id: courtId, name: matchContext.courtName },
    sport: storedMatch.sport,
    discipline: disciplineOf(storedMatch),
    sets: [...storedMatch.sets],
    notes: userId === loggerId ? storedMatch.notes : '',
    status: matchStatusOf(storedMatch),
    answerBy,
    mayDispute: answerBy !== null && !storedMatch.isRuled,
    withdrawal: withdrawalOf(storedMatch, userId),
    logBy:
      isLoggableAgain(storedMatch) && mayLogAgain(storedMatch, userId) && matchContext.at < logBy
        ? logBy
        : null,
    reason: storedMatch.reason,
    players: (role === 'logger' ? storedMatch.players : presentPlayers(storedMatch)).map(
      (matchPlayer) => matchPlayerView(storedMatch, matchPlayer, userId, matchContext),
    ),
    createdAt: storedMatch.loggedAt,
  };
};
