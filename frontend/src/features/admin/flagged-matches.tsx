import type { FlaggedPlayer, RatingReceipt } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { flaggedMatchesQuery } from '../../resources/admin/admin-queries';
import {
  companionsLabel,
  playedOnLabel,
  receiptScoreLabel,
} from '../../resources/player/receipt-labels';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { AdminActionDialog } from './admin-action-dialog';
import { RULING_HINT } from './reason-hints';

/** The rated matches of a flagged player, newest first. An admin can void each of them. */
export function FlaggedMatches({ player: { id, sport, name } }: { player: FlaggedPlayer }) {
  const receipts = useInfiniteQuery(flaggedMatchesQuery(id, sport));
  const [voided, setVoided] = useState<RatingReceipt | null>(null);
  const labelOf = (receipt: RatingReceipt) =>
    `${receiptScoreLabel(receipt)} ${companionsLabel(receipt)}, ${playedOnLabel(receipt)}`;
  return (
    <div>
      <QueryPanel query={receipts} label="the matches">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No rated matches" />
          ) : (
            <ul aria-label={`Rated matches of ${name}`} className="grid gap-1">
              {items.map((receipt) => (
                <li key={receipt.id} className="flex flex-wrap items-center gap-x-4">
                  <bdi>{labelOf(receipt)}</bdi>
                  {receipt.matchId !== null && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Void the match ${labelOf(receipt)}`}
                      onClick={() => setVoided(receipt)}
                    >
                      Void
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={receipts} itemLabel="matches" />
      {voided?.matchId && (
        <AdminActionDialog
          title="Void this match?"
          description={`${name}: ${labelOf(voided)}. The match will no longer count for anyone in it. This is final.`}
          button="Void Match"
          hint={RULING_HINT}
          mutationFn={(reason) =>
            call('POST /api/admin/matches/:matchId/void', {
              params: { matchId: voided.matchId! },
              body: { reason },
            })
          }
          successMessage="Match voided"
          onClose={() => setVoided(null)}
        />
      )}
    </div>
  );
}
