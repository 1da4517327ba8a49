import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { Match } from './match.js';

/**
 * The logged discipline; if none was given, singles until a partner or second opponent is added.
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

/**
 * When an unanswered match confirms automatically (UTC); null if it is answered, or while an
 * opponent has no account.
 */
export const confirmBy = ({
  answer,
  players,
}: Pick<Match, 'answer' | 'players'>): string | null => {
  const until = players.flatMap(({ side, answerBy }) => (side === 'opponent' ? [answerBy] : []));
  if (answer !== 'none' || until.length === 0) return null;
  return until.reduce((latest, one) =>
    latest === null || one === null ? null : one > latest ? one : latest,
  );
};

/** A user's role in a match; null if they did not play. */
export const playedIn = (
  { loggerId, players }: Pick<Match, 'loggerId' | 'players'>,
  id: string,
): 'logger' | MatchSide | null =>
  id === loggerId ? 'logger' : (players.find(({ playerId }) => playerId === id)?.side ?? null);
