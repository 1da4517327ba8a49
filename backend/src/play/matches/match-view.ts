import type {
  Match as MatchView,
  MatchPlayer as MatchPlayerView,
  MatchStatus,
} from '@courtly/contracts/matches';
import { fullName } from '../../people/identity/person.js';
import { confirmBy, disciplineOf, playedIn } from './lineup.js';
import type { Match, MatchPlayer } from './match.js';

type Names = Readonly<{ firstName: string; lastName: string }>;

/** Data of other slices: the name of the court, and users by id. */
export type Known = Readonly<{ court: string; people: ReadonlyMap<string, Names> }>;

const former: Names = { firstName: 'Former', lastName: 'member' };

export const statusOf = ({ answer }: Pick<Match, 'answer'>): MatchStatus =>
  answer === 'none' ? 'waiting' : answer;

/**
 * Registered players stay hidden until an opponent answers: showing them earlier would reveal which
 * emails have an account.
 */
const isAnswered = ({ answer }: Match): boolean =>
  ['confirmed', 'auto_confirmed', 'disputed', 'void'].includes(answer);

/**
 * A player as the logger sees them before an answer; never reveals whether they have an account.
 */
export const namedView = (matchId: string, player: MatchPlayer): MatchPlayerView => ({
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
): MatchPlayerView => {
  const view = namedView(match.matchId, player);
  const playerEmail = viewerId === match.loggerId ? view.playerEmail : null;
  const { playerId } = player;
  if (playerId === null || !(isAnswered(match) || playerId === viewerId))
    return { ...view, playerEmail };
  const playerName = fullName(people.get(playerId) ?? former);
  return { ...view, playerEmail, playerId, isRegistered: true, playerName };
};

/** The contract's view of a match for one of its players. */
export const matchView = (match: Match, viewerId: string, known: Known): MatchView => {
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
