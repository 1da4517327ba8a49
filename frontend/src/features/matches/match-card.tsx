import type { Match } from '@courtly/contracts/matches';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { formatShortDate } from '../../lib/format';
import { sportLabels } from '../../lib/sports';
import { BlockButton } from '../../resources/block/block-button';
import {
  answerLabels,
  loggedLabel,
  scoreLabel,
  statusLabel,
  withdrawalLabel,
} from '../../resources/match/match-labels';
import { useSession } from '../../resources/session/session';
import { Button } from '../../ui/button';
import { Heading } from '../../ui/heading';

export type MatchAction = 'confirm' | 'dispute' | 'leave' | 'withdraw' | 'ask' | 'agree' | 'again';

const actionLabels: Record<MatchAction, string> = {
  confirm: 'Confirm',
  dispute: 'Dispute',
  leave: "I Wasn't There",
  withdraw: 'Withdraw',
  ask: 'Ask to Withdraw',
  agree: 'Agree to Withdraw',
  again: 'Log It Again',
};

const availableActions = ({
  answerBy,
  mayDispute,
  withdrawal,
  logBy,
}: Match): readonly MatchAction[] => [
  ...(answerBy ? (['confirm'] as const) : []),
  ...(mayDispute ? (['dispute'] as const) : []),
  ...(answerBy ? (['leave'] as const) : []),
  ...(withdrawal && withdrawal !== 'asked' ? [withdrawal] : []),
  ...(logBy ? (['again'] as const) : []),
];

const primaryActions: readonly MatchAction[] = ['confirm', 'agree', 'again'];

type MatchCardProps = { match: Match; busy: boolean; onAct: (matchAction: MatchAction) => void };

export function MatchCard({ match, busy, onAct }: MatchCardProps) {
  const { court, playedAt, players, discipline, reason, notes, sets } = match;
  const { user } = useSession();
  // The line about who logged the match already states the user's role.
  const otherPlayers = players.filter(({ playerId }) => playerId === null || playerId !== user?.id);
  const withdrawalNote = withdrawalLabel(match);
  const matchLabel = `the match at ${court.name} on ${formatShortDate(playedAt, match)}`;
  return (
    <article aria-label={matchLabel} className="grid gap-2 border-b border-rule py-6">
      <Heading level={2} className="figures">
        {scoreLabel(match)}
      </Heading>
      <p dir="auto" className="break-words">
        <Link to={paths.court(court.id)} className="underline-offset-4 hover:underline">
          {court.name}
        </Link>
        , {formatShortDate(playedAt, match)}, <span>{sportLabels[match.sport].toLowerCase()}</span>,{' '}
        <span>{discipline}</span>
      </p>
      {sets.length > 0 && (
        <p className="figures text-quiet">
          Sets: {sets.map(({ player1, player2 }) => `${player1}–${player2}`).join(', ')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3">
        <p dir="auto" className="min-w-0 break-words text-quiet">
          {loggedLabel(match)}
        </p>
        {match.role !== 'logger' && match.loggedBy.firstName !== '' && (
          <BlockButton
            target={{ playerId: match.userId }}
            name={match.loggedBy.firstName}
            about={matchLabel}
          />
        )}
      </div>
      {otherPlayers.length > 0 && (
        <ul className="text-quiet">
          {otherPlayers.map(({ id, playerId, playerName, side, answer }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <span dir="auto" className="min-w-0 break-words">
                {[playerName, side, answerLabels[answer]].filter(Boolean).join(', ')}
              </span>
              {playerId !== null && playerName !== '' && (
                <BlockButton target={{ playerId }} name={playerName} about={matchLabel} />
              )}
            </li>
          ))}
        </ul>
      )}
      <p>{statusLabel(match)}</p>
      {withdrawalNote && <p>{withdrawalNote}</p>}
      {reason && (
        <p dir="auto" className="break-words text-quiet">
          “{reason}”
        </p>
      )}
      {notes && (
        <p dir="auto" className="break-words text-quiet">
          Your notes: {notes}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3 empty:hidden">
        {availableActions(match).map((matchAction) => (
          <Button
            key={matchAction}
            variant={primaryActions.includes(matchAction) ? 'primary' : 'outline'}
            aria-label={`${actionLabels[matchAction]}: ${matchLabel}`}
            busy={(matchAction === 'confirm' || matchAction === 'agree') && busy}
            onClick={() => onAct(matchAction)}
          >
            {actionLabels[matchAction]}
          </Button>
        ))}
      </div>
    </article>
  );
}
