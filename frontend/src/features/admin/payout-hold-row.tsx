import type { PayoutHold } from '@courtly/contracts/admin-money';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import { Button, LinkButton } from '../../ui/button';
import { CourtInstant, FactList, instantLabel } from './case-details';
import { ReleasePayoutDialog } from './payout-hold-dialogs';
import { Heading } from '../../ui/heading';

const causeLabels: Record<Exclude<PayoutHold['cause'], 'admin'>, string> = {
  claim: 'A report about the booking',
  suspension: 'The host is suspended',
  approval: "The host isn't approved",
};

/** Who has to act next for an approval, and how. */
const nextActLabels: Record<NonNullable<PayoutHold['approval']>, string> = {
  missing: 'The host, who must apply',
  pending: 'An admin, who must decide on their application',
  approved: 'The host, whose application is approved, must open the link in our email',
  rejected: 'The host, whose application was rejected, must apply again',
};

const nextActLabel = ({ cause, approval }: PayoutHold): string => {
  if (cause === 'claim') return 'The decision of the report';
  return approval === null ? 'An admin' : nextActLabels[approval];
};

export function PayoutHoldRow({ hold }: { hold: PayoutHold }) {
  const [isReleaseOpen, setIsReleaseOpen] = useState(false);
  const { host, booking, cause, reason, by, since, due } = hold;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <Heading level={3}>
        {formatMoney(due)} for <bdi>{host.name}</bdi>
      </Heading>
      <p>
        {booking ? (
          <>
            <bdi>{booking.court}</bdi>, <CourtInstant hour={booking} />
          </>
        ) : (
          'All payouts of this host'
        )}
      </p>
      <FactList
        facts={[
          cause !== 'admin' && ['Cause', causeLabels[cause]],
          reason !== '' && ['Reason', reason],
          ['Waits for', nextActLabel(hold)],
          by !== null && [cause === 'claim' ? 'Reported by' : 'By', by.name],
          ['Since', instantLabel(since)],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {cause === 'admin' || cause === 'claim' ? (
          <Button size="sm" variant="outline" onClick={() => setIsReleaseOpen(true)}>
            Release
          </Button>
        ) : (
          <LinkButton
            size="sm"
            variant="quiet"
            to={`${paths.adminPage('users')}?search=${encodeURIComponent(host.id)}`}
          >
            Open Account
          </LinkButton>
        )}
      </div>
      {isReleaseOpen && (
        <ReleasePayoutDialog
          subject={booking ? { bookingId: booking.id } : { userId: host.id }}
          hostName={host.name}
          onClose={() => setIsReleaseOpen(false)}
        />
      )}
    </li>
  );
}
