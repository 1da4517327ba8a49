import type { DisputedMatch } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { longDate } from '../../lib/format';
import { disputesQuery } from '../../resources/admin/desk-queries';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { DeskPage } from '../../resources/admin/desk-page';
import { ADMINS_READ } from './reason-hints';

type Asked = Readonly<{ match: DisputedMatch; upheld: boolean }>;

/** Results that an opponent disputes. */
export function DisputesPage() {
  const query = useInfiniteQuery(disputesQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <DeskPage title="Disputes" lead="Results that an opponent says are wrong. Uphold it, and the match does not count.">
      <QueryPanel query={query} label="disputes">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No disputes">Nobody disputes a result.</EmptyState>
          ) : (
            <ul aria-label="Disputes" className="border-t border-rule">
              {items.map((match) => (
                <DisputeRow key={match.id} match={match} onAsk={ask} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} of="disputes" />
      {asked && <SettleDialog asked={asked} onClose={() => ask(null)} />}
    </DeskPage>
  );
}

function DisputeRow({ match, onAsk }: { match: DisputedMatch; onAsk: (asked: Asked) => void }) {
  const { court, playedAt, zone, result, gamesWon, gamesLost, loggedBy, disputedBy, reason } = match;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <p className="font-display text-xl">
        <bdi>{court.name}</bdi>, {longDate(playedAt, zone)}
      </p>
      <p>
        <bdi>{loggedBy.name}</bdi> logged a {result}, {gamesWon} to {gamesLost} games.
      </p>
      <p>
        <bdi>{disputedBy.name}</bdi> says otherwise:
        <span dir="auto" className="block text-quiet">{`“${reason}”`}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" onClick={() => onAsk({ match, upheld: true })}>
          Uphold
        </Button>
        <Button size="sm" variant="outline" onClick={() => onAsk({ match, upheld: false })}>
          Reject
        </Button>
      </div>
    </li>
  );
}

function SettleDialog({ asked: { match, upheld }, onClose }: { asked: Asked; onClose: () => void }) {
  const settle = useDeskAction(
    (reason: string) =>
      call('POST /api/admin/disputes/:matchId', { params: { matchId: match.id }, body: { upheld, reason } }),
    upheld ? 'The result does not count' : 'The result stands',
  );
  return (
    <ReasonDialog
      title={upheld ? 'Uphold this dispute?' : 'Reject this dispute?'}
      description={upheld ? 'The match will not count for anybody.' : 'The result stands as it was logged.'}
      hint={ADMINS_READ}
      button={upheld ? 'Uphold Dispute' : 'Reject Dispute'}
      isDanger={upheld}
      busy={settle.isPending}
      onSend={(reason) => settle.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
