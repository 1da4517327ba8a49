import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { Match, MatchPlayer } from './match.js';

/** `absent` people said that they were not there. They are no longer in the match. */
export type PlaceAnswer = 'none' | 'agreed' | 'disputed' | 'lapsed' | 'absent';

type Lineup = Readonly<{
  loggerId: string;
  players: readonly Pick<MatchPlayer, 'side' | 'playerId' | 'answer'>[];
}>;

/**
 * The logged discipline. If none was logged, the match is singles until a partner or a second
 * opponent is added.
 */
export const disciplineOf = ({
  discipline,
  players,
}: Readonly<{
  discipline: Discipline | null;
  players: readonly Readonly<{ side: MatchSide }>[];
}>): Discipline =>
  discipline ??
  (players.length > 1 || players.some(({ side }) => side === 'partner') ? 'doubles' : 'singles');

/** The named people, without those who were not there. */
export const presentPlayers = <P extends Readonly<{ answer: PlaceAnswer }>>({
  players,
}: Readonly<{ players: readonly P[] }>): readonly P[] =>
  players.filter(({ answer }) => answer !== 'absent');

/** Whether there is an opponent, and everyone named has an account. */
export const hasEveryone = (match: Lineup): boolean => {
  const present = presentPlayers(match);
  return (
    present.some(({ side }) => side === 'opponent') &&
    present.every(({ playerId }) => playerId !== null)
  );
};

/**
 * When the match ends automatically (UTC): after the last window, or with its invitations if
 * someone is missing. Empty if no window is open; null if the match is not waiting.
 */
export const deadlineOf = (
  match: Pick<Match, 'answer' | 'claimBy' | 'loggerId' | 'players'>,
): string | null => {
  if (match.answer !== 'none') return null;
  if (!hasEveryone(match)) return match.claimBy;
  const openWindows = match.players.flatMap(({ answer, answerBy }) =>
    answer === 'none' ? (answerBy ?? match.claimBy) : [],
  );
  return openWindows.sort().at(-1) ?? '';
};

/** A user's role in a match, or null if they did not play. */
export const roleInMatch = (match: Lineup, userId: string): 'logger' | MatchSide | null =>
  userId === match.loggerId
    ? 'logger'
    : (presentPlayers(match).find(({ playerId }) => playerId === userId)?.side ?? null);

/** The side of a user who is in the match, as the logger sees it. */
export const sideOf = (match: Lineup, userId: string): MatchSide =>
  roleInMatch(match, userId) === 'opponent' ? 'opponent' : 'partner';

/**
 * What a user can do about withdrawing the match. A logger withdraws it alone (`withdraw`) until an
 * opponent has agreed or it counts. Then one side asks and the other agrees.
 */
export const withdrawalOf = (
  match: Pick<Match, 'answer' | 'isRuled' | 'loggerId' | 'players' | 'withdrawal'>,
  userId: string,
): 'withdraw' | 'ask' | 'asked' | 'agree' | null => {
  const { answer, withdrawal } = match;
  const role = roleInMatch(match, userId);
  if (role === null || match.isRuled || answer === 'withdrawn' || answer === 'void') return null;
  if (withdrawal) return sideOf(match, userId) === withdrawal.side ? 'asked' : 'agree';
  if (role === 'logger' && isWithdrawnAlone(match)) return 'withdraw';
  const isAnswered =
    role === 'logger' ||
    presentPlayers(match).some((player) => player.playerId === userId && player.answer !== 'none');
  return isAnswered && ['none', 'confirmed', 'auto_confirmed'].includes(answer) ? 'ask' : null;
};

const isWithdrawnAlone = (match: Pick<Match, 'answer' | 'loggerId' | 'players'>): boolean => {
  const answers = presentPlayers(match)
    .filter(({ side }) => side === 'opponent')
    .map((opponent) => opponent.answer);
  if (answers.includes('disputed') || match.answer === 'expired' || match.answer === 'incomplete')
    return true;
  return !answers.includes('agreed') && (match.answer === 'none' || match.answer === 'disputed');
};

type StoredLineup = Readonly<{
  loggerId: string;
  players: readonly Readonly<{ placeId: string; side: MatchSide; playerId: string | null }>[];
}>;

/** Everyone in a match event who has an account. `placeId` is null for the logger. */
export const accountsIn = ({ loggerId, players }: StoredLineup) => [
  { placeId: null, side: 'partner' as const, playerId: loggerId },
  ...players.flatMap(({ playerId, ...place }) => (playerId === null ? [] : { ...place, playerId })),
];

export const otherSideOf = (lineup: StoredLineup, userId: string) => {
  const accounts = accountsIn(lineup);
  const ownSide = accounts.find(({ playerId }) => playerId === userId)?.side;
  return accounts.filter(({ side }) => side !== ownSide);
};
