import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import {
  membershipDay,
  planLabel,
  statusSentence,
} from '../../resources/membership/membership-labels';
import { useOpenPortal } from '../../resources/membership/membership-mutations';
import { membershipQuery } from '../../resources/membership/membership-queries';
import { Button, LinkButton } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';
import { CancelMembershipDialog } from './cancel-membership-dialog';
import { PaymentHistory } from './payment-history';
import { Heading } from '../../ui/heading';

/** Renders nothing for a user who has never been a member. */
export function ManageMembership() {
  const ownMembership = useQuery(membershipQuery);
  const { data: membership } = ownMembership;
  const openPortal = useOpenPortal();
  const [isCancelling, setCancelling] = useState(false);
  if (!membership)
    return <LoadErrors className="page pt-14" label="your membership" queries={[ownMembership]} />;
  if (membership.state === 'none') return null;
  const { canRenew, canCancel, hasPortal, price } = membership;
  return (
    <section aria-labelledby="own-membership" className="border-b border-rule bg-raised">
      <div className="page py-14">
        <Heading level={2} size={1} id="own-membership">
          Your membership
        </Heading>
        <p className="mt-4 eyebrow">{planLabel(membership)}</p>
        <p className="mt-3 max-w-xl">{statusSentence(membership)}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {canRenew && (
            <LinkButton to={paths.joinElite('foundingRenewal')}>
              Renew for {price && formatMoney(price)}
            </LinkButton>
          )}
          {hasPortal && (
            <Button
              variant="outline"
              busy={openPortal.isPending}
              onClick={() => openPortal.mutate()}
            >
              Card and Invoices
            </Button>
          )}
          {canCancel && (
            <Button variant="outline" onClick={() => setCancelling(true)}>
              Cancel Membership
            </Button>
          )}
        </div>
        <PaymentHistory />
      </div>
      {isCancelling && (
        <CancelMembershipDialog
          until={membershipDay(membership.until!)}
          onClose={() => setCancelling(false)}
        />
      )}
    </section>
  );
}
