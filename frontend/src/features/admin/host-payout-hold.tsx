import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { payoutHoldsQuery } from '../../resources/admin/admin-queries';
import { Button } from '../../ui/button';
import { HoldPayoutDialog, ReleasePayoutDialog } from './payout-hold-dialogs';

type HostPayoutHoldProps = { userId: string; hostName: string };

/** Holds all payouts of a host, or releases them. */
export function HostPayoutHold({ userId, hostName }: HostPayoutHoldProps) {
  const { data: holds } = useQuery(payoutHoldsQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (!holds) return null;
  const hold = holds.find(
    ({ host, booking, cause }) => host.id === userId && booking === null && cause === 'admin',
  );
  const dialogProps = { subject: { userId }, onClose: () => setIsOpen(false) };
  return (
    <div className="grid gap-3 wrap-anywhere">
      {hold && (
        <p>
          All payouts are on hold: <bdi>{hold.reason}</bdi>
        </p>
      )}
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        {hold ? 'Release Payouts' : 'Hold Payouts'}
      </Button>
      {isOpen &&
        (hold ? (
          <ReleasePayoutDialog {...dialogProps} hostName={hostName} />
        ) : (
          <HoldPayoutDialog {...dialogProps} />
        ))}
    </div>
  );
}
