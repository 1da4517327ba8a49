import type { Match } from '@courtly/contracts/matches';
import { clock, shortDate } from '../../lib/format';

/** The score from the side of whoever looks: `Won 6–4`. */
export const scoreLabel = ({ role, result, gamesWon, gamesLost }: Match): string => {
  if (result === 'draw') return `Draw ${gamesWon}–${gamesLost}`;
  const isOurs = role !== 'opponent';
  const won = (result === 'win') === isOurs;
  return `${won ? 'Won' : 'Lost'} ${isOurs ? gamesWon : gamesLost}–${isOurs ? gamesLost : gamesWon}`;
};

export const loggerName = ({ loggedBy: { firstName, lastName } }: Match): string =>
  [firstName, lastName].filter(Boolean).join(' ') || 'A former member';

/** Who logged it, for the reader. */
export const loggedLabel = (match: Match): string => {
  if (match.role === 'logger') return 'You logged it';
  return `${loggerName(match)} logged it, with you as ${match.role === 'partner' ? 'the partner' : 'an opponent'}`;
};

/** How far it has come, and what that means. */
export const statusLabel = ({ status, role, answerBy, players, zone }: Match): string => {
  switch (status) {
    case 'waiting':
      if (role === 'opponent' && answerBy)
        return `Please answer until ${shortDate(answerBy, zone)}, ${clock(answerBy, zone)}; after that it counts as it is`;
      return players.some(({ side }) => side === 'opponent')
        ? 'Waiting for an opponent to confirm it'
        : 'No opponent is named, so nobody can confirm it';
    case 'confirmed':
      return 'Confirmed';
    case 'auto_confirmed':
      return 'Nobody answered in time, so it counts as it is';
    case 'disputed':
      return 'Disputed: it does not count until that is settled';
    case 'void':
      return 'Disputed, and does not count';
    case 'withdrawn':
      return 'Withdrawn';
  }
};
