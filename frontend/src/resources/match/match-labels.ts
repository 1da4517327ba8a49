import type { Match } from '@courtly/contracts/matches';
import { formatTime, formatShortDate } from '../../lib/format';

/** The score from the viewer's side: `Won 6–4`. */
export const scoreLabel = ({ role, result, gamesWon, gamesLost }: Match): string => {
  if (result === 'draw') return `Draw ${gamesWon}–${gamesLost}`;
  const isOwnSide = role !== 'opponent';
  const isWon = (result === 'win') === isOwnSide;
  return `${isWon ? 'Won' : 'Lost'} ${isOwnSide ? gamesWon : gamesLost}–${isOwnSide ? gamesLost : gamesWon}`;
};

export const loggerName = ({ loggedBy: { firstName, lastName } }: Match): string =>
  [firstName, lastName].filter(Boolean).join(' ') || 'A former member';

export const loggedLabel = (match: Match): string => {
  if (match.role === 'logger') return 'You logged it';
  return `${loggerName(match)} logged it, with you as ${match.role === 'partner' ? 'the partner' : 'an opponent'}`;
};

export const statusLabel = (match: Match): string => {
  const { status, role, answerBy, players } = match;
  switch (status) {
    case 'waiting':
      if (role === 'opponent' && answerBy)
        return `Please respond by ${formatShortDate(answerBy, match)}, ${formatTime(answerBy, match)}; after that, it counts as logged`;
      return players.some(({ side }) => side === 'opponent')
        ? 'Waiting for an opponent to confirm it'
        : 'No opponent is named, so no one can confirm it';
    case 'confirmed':
      return 'Confirmed';
    case 'auto_confirmed':
      return 'No one responded in time, so it counts as logged';
    case 'disputed':
      return "Disputed: it doesn't count until an admin decides";
    case 'void':
      return 'Disputed and not counted';
    case 'withdrawn':
      return 'Withdrawn';
  }
};
