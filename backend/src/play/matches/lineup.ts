import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { Match } from './match.js';

/** As what a match counts: as was said, or singles until a partner or a second opponent is named. */
export const disciplineOf = ({
  discipline,
  players,
}: Readonly<{
  discipline: Discipline | null;
  players: readonly Readonly<{ side: MatchSide }>[];
}>): Discipline =>
  discipline ??
  (players.length > 1 || players.some(({ side }) => side === 'partner') ? 'doubles' : 'singles');

/** When a match that nobody answers is confirmed by time (UTC); null while an opponent has no account, and once it is answered. */
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

/** As what somebody played; null for who did not. */
export const playedIn = (
  { loggerId, players }: Pick<Match, 'loggerId' | 'players'>,
  id: string,
): 'logger' | MatchSide | null =>
  id === loggerId ? 'logger' : (players.find(({ playerId }) => playerId === id)?.side ?? null);
