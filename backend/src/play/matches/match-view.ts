import type {
  Match as View,
  MatchPlayer as PlayerView,
  MatchStatus,
} from '@courtly/contracts/matches';
import { fullName } from '../../people/identity/person.js';
import { confirmBy, disciplineOf, playedIn } from './lineup.js';
import type { Match, MatchPlayer } from './match.js';

type Names = Readonly<{ firstName: string; lastName: string }>;

/** What stands in other slices: the name of the court, and those of people with an account, by their ids. */
export type Known = Readonly<{ court: string; people: ReadonlyMap<string, Names> }>;

const former: Names = { firstName: 'Former', lastName: 'member' };

export const statusOf = ({ answer }: Pick<Match, 'answer'>): MatchStatus =>
  answer === 'none' ? 'waiting' : answer;

/** Whether everybody in a match may know who of them has an account: before an answer that would tell whose e-mail has one. */
const isAnswered = ({ answer }: Match): boolean =>
  ['confirmed', 'auto_confirmed', 'disputed', 'void'].includes(answer);

/** Somebody named in a match, as whoever named them may see it: nothing tells of an account that has not answered. */
export const namedView = (matchId: string, player: MatchPlayer): PlayerView => ({
  id: player.placeId,
  matchResultId: matchId,
  side: player.side,
  playerId: null,
  playerName: player.name,
  playerEmail: player.email || null,
  isRegistered: false,
  createdAt: player.addedAt,
});

const playerView = (
  match: Match,
  player: MatchPlayer,
  viewerId: string,
  { people }: Known,
): PlayerView => {
  const view = namedView(match.matchId, player);
  const playerEmail = viewerId === match.loggerId ? view.playerEmail : null;
  const { playerId } = player;
  if (playerId === null || !(isAnswered(match) || playerId === viewerId))
    return { ...view, playerEmail };
  const playerName = fullName(people.get(playerId) ?? former);
  return { ...view, playerEmail, playerId, isRegistered: true, playerName };
};

/** A match as the contract shows it to one of those who played it. */
export const matchView = (match: Match, viewerId: string, known: Known): View => {
  const {
    matchId: id,
    bookingId,
    courtId,
    loggerId,
    playedAt,
    zone,
    surface,
    result,
    gamesWon,
    gamesLost,
  } = match;
  const role = playedIn(match, viewerId) ?? 'opponent';
  const { firstName, lastName } = known.people.get(loggerId) ?? former;
  return {
    id,
    bookingId,
    userId: loggerId,
    playedAt,
    zone,
    surface,
    result,
    gamesWon,
    gamesLost,
    role,
    loggedBy: { firstName, lastName },
    court: { id: courtId, name: known.court },
    discipline: disciplineOf(match),
    sets: [...match.sets],
    notes: viewerId === loggerId ? match.notes : '',
    status: statusOf(match),
    answerBy: role === 'opponent' ? confirmBy(match) : null,
    reason: match.reason,
    players: match.players.map((one) => playerView(match, one, viewerId, known)),
    createdAt: match.loggedAt,
  };
};
