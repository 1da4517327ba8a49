import type { AccountDetail } from '@courtly/contracts/admin-users';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { HoldPayoutDialog, ReleasePayoutDialog } from './payout-hold-dialogs';

type HostPayoutHoldProps = { account: AccountDetail; hostName: string };

/** Holds all payouts of a host, or releases them. */
export function HostPayoutHold({ account, hostName }: HostPayoutHoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id: userId, payoutHold } = account;
  const dialogProps = { subject: { userId }, onClose: () => setIsOpen(false) };
  return (
    <div className="grid gap-3 wrap-anywhere">
      {payoutHold && (
        <p>
          All payouts are on hold: <bdi>{payoutHold.reason}</bdi>
        </p>
      )}
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        {payoutHold ? 'Release Payouts' : 'Hold Payouts'}
      </Button>
      {isOpen &&
        (payoutHold ? (
          <ReleasePayoutDialog {...dialogProps} hostName={hostName} />
        ) : (
          <HoldPayoutDialog {...dialogProps} />
        ))}
    </div>
  );
}
