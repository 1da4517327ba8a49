import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { Match } from './match.js';

/**
 * The discipline that was logged. If none was, singles, until a partner or a second opponent is
 * added.
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
 * When a match without a response is confirmed automatically (UTC). Null if it is confirmed or
 * disputed, or while an opponent has no account.
 */
export const confirmBy = ({
  answer,
  players,
}: Pick<Match, 'answer' | 'players'>): string | null => {
  const answerDeadlines = players.flatMap(({ side, answerBy }) =>
    side === 'opponent' ? [answerBy] : [],
  );
  if (answer !== 'none' || answerDeadlines.length === 0) return null;
  return answerDeadlines.reduce((latestDeadline, answerDeadline) =>
    latestDeadline === null || answerDeadline === null
      ? null
      : answerDeadline > latestDeadline
        ? answerDeadline
        : latestDeadline,
  );
};

/** A user's role in a match, or null if they did not play. */
export const roleInMatch = (
  { loggerId, players }: Pick<Match, 'loggerId' | 'players'>,
  userId: string,
): 'logger' | MatchSide | null =>
  userId === loggerId
    ? 'logger'
    : (players.find(({ playerId }) => playerId === userId)?.side ?? null);
