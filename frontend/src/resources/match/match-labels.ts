import type { Match } from '@courtly/contracts/matches';
import { formatTime, formatShortDate } from '../../lib/format';

/** The score from the viewer's side: `Won 6–4`. */
export const scoreLabel = ({ role, result, gamesWon, gamesLost }: Match): string => {
  if (result === 'draw') return `Draw ${gamesWon}–${gamesLost}`;
  const isOwnSide = role !== 'opponent';
  const isWon = (result === 'win') === isOwnSide;
  return `${isWon ? 'Won' : 'Lost'} ${isOwnSide ? gamesWon : gamesLost}–${isOwnSide ? gamesLost : gamesWon}`;
};

const FORMER_MEMBER = 'A former member';

export const memberName = ({
  firstName,
  lastName,
}: Readonly<{ firstName: string; lastName: string }>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || FORMER_MEMBER;

export const loggerName = ({ loggedBy }: Match): string => memberName(loggedBy);

export const loggedLabel = (match: Match): string => {
  if (match.role === 'logger') return 'You logged it';
  return `${loggerName(match)} logged it, with you as ${match.role === 'partner' ? 'the partner' : 'an opponent'}`;
};

/** The people in the user's matches whom the user can see, in the order of `matches`. */
export const playedWith = (
  matches: readonly Match[],
  userId: string | undefined,
): readonly Readonly<{ playerId: string; playerName: string }>[] => {
  const namesById = new Map<string, string>();
  for (const match of matches)
    for (const { playerId, playerName } of [
      ...match.players,
      { playerId: match.userId, playerName: loggerName(match) },
    ])
      if (playerId !== null && playerId !== userId && playerName !== FORMER_MEMBER)
        if (!namesById.has(playerId)) namesById.set(playerId, playerName);
  return [...namesById].map(([playerId, playerName]) => ({ playerId, playerName }));
};

const deadlineLabel = (deadline: string, match: Match): string =>
  `${formatShortDate(deadline, match)}, ${formatTime(deadline, match)}`;

export const answerLabels: Record<Match['players'][number]['answer'], string> = {
  none: '',
  agreed: 'confirmed',
  disputed: 'disputed',
  absent: "wasn't there",
};

export const statusLabel = (match: Match): string => {
  const { status, answerBy, players } = match;
  const deadlineNote = answerBy
    ? `Please respond by ${deadlineLabel(answerBy, match)}; after that, you agree with it`
    : null;
  switch (status) {
    case 'waiting':
      if (deadlineNote) return deadlineNote;
      return players.some(({ side }) => side === 'opponent')
        ? 'Waiting for the others to respond'
        : 'No opponent is named, so no one can confirm it';
    case 'confirmed':
      return 'Confirmed';
    case 'auto_confirmed':
      return 'No one responded in time, so it counts as logged';
    case 'disputed':
      return "Disputed: it doesn't count until an admin decides";
    case 'void':
      return "It doesn't count: an admin decided";
    case 'withdrawn':
      return 'Withdrawn';
    case 'incomplete':
      return "It doesn't count: the other side wasn't there";
    case 'expired':
      return "It doesn't count: not everyone could respond in time";
  }
};

/** The state of a requested withdrawal; null if there is none. */
export const withdrawalLabel = ({ withdrawal }: Match): string | null => {
  if (withdrawal === 'agree') return 'The other side wants to withdraw this result';
  return withdrawal === 'asked'
    ? 'Your side asked to withdraw it. The other side or an admin decides'
    : null;
};
