import type { DisputedMatch } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { formatLongDate } from '../../lib/format';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { disputesQuery } from '../../resources/admin/admin-queries';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { RULING_HINT } from './reason-hints';

type PendingDecision = Readonly<{ match: DisputedMatch; upheld: boolean }>;

export function DisputesPage() {
  const disputePages = useInfiniteQuery(disputesQuery);
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null);
  return (
    <AdminLayout
      title="Disputes"
      lead="Match results that someone disputes or wants to withdraw. Your decision is final."
    >
      <AdminList
        query={disputePages}
        label="Disputes"
        itemsLabel="disputes"
        emptyState={<EmptyState title="No disputes">No results need a decision.</EmptyState>}
        renderRow={(disputedMatch) => (
          <DisputeRow key={disputedMatch.id} match={disputedMatch} onDecide={setPendingDecision} />
        )}
      />
      {pendingDecision && (
        <SettleDisputeDialog decision={pendingDecision} onClose={() => setPendingDecision(null)} />
      )}
    </AdminLayout>
  );
}

function DisputeRow({
  match,
  onDecide,
}: {
  match: DisputedMatch;
  onDecide: (decision: PendingDecision) => void;
}) {
  const { court, playedAt, result, gamesWon, gamesLost, loggedBy, objections } = match;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">
        <bdi>{court.name}</bdi>, {formatLongDate(playedAt, match)}
      </p>
      <p>
        <bdi>{loggedBy.name}</bdi> logged a {result}, {gamesWon}–{gamesLost} in games.
      </p>
      {objections.map(({ type, by, reason }, index) => (
        <p key={index}>
          <bdi>{by.name}</bdi> {type === 'dispute' ? 'disputes it' : 'wants to withdraw it'}:
          <span dir="auto" className="block text-quiet">
            {reason ? `“${reason}”` : "The reason was deleted with its author's account."}
          </span>
        </p>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" onClick={() => onDecide({ match, upheld: true })}>
          Remove Result
        </Button>
        <Button size="sm" variant="outline" onClick={() => onDecide({ match, upheld: false })}>
          Keep Result
        </Button>
        <LinkButton size="sm" variant="quiet" to={timelineLink('match', match.id)}>
          Timeline
        </LinkButton>
      </div>
    </li>
  );
}

function SettleDisputeDialog({
  decision: { match, upheld },
  onClose,
}: {
  decision: PendingDecision;
  onClose: () => void;
}) {
  return (
    <AdminActionDialog
      title={upheld ? 'Remove this result?' : 'Keep this result?'}
      description={
        upheld
          ? "The match won't count for any player. This is final."
          : "The result is kept as logged. Anyone who hasn't responded yet can still say they weren't there. This is final."
      }
      button={upheld ? 'Remove Result' : 'Keep Result'}
      isDanger={upheld}
      hint={RULING_HINT}
      mutationFn={(reason) =>
        call('POST /api/admin/disputes/:matchId', {
          params: { matchId: match.id },
          body: { upheld, reason },
        })
      }
      successMessage={upheld ? 'Result removed' : 'Result kept'}
      onClose={onClose}
    />
  );
}
