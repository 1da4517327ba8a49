import type { Membership } from '@courtly/contracts/membership';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatLongDate, formatMoney, viewerZone } from '../../lib/format';
import { useOpenPortal } from '../../resources/membership/membership-mutations';
import { membershipQuery } from '../../resources/membership/membership-queries';
import { Button, LinkButton } from '../../ui/button';
import { LoadErrors } from '../../ui/load-error';
import { CancelMembershipDialog } from './cancel-membership-dialog';
import { PaymentHistory } from './payment-history';
import { Heading } from '../../ui/heading';

const dayLabel = (instant: string) => formatLongDate(instant, viewerZone());

const planLabels = { founding: 'Founding Member', monthly: 'Elite, monthly' } as const;

const statusSentence = ({ state, plan, until, accessUntil, price }: Membership): string => {
  switch (state) {
    case 'active':
      return plan === 'founding'
        ? `Your year runs until ${dayLabel(until!)}. It doesn't renew automatically.`
        : `Your membership renews on ${dayLabel(until!)}${price ? ` for ${formatMoney(price)}` : ''}.`;
    case 'grace':
      return `Your renewal isn't paid yet. You remain a member until ${dayLabel(accessUntil!)}. Update your card to renew.`;
    case 'cancelled':
      return `Your membership is canceled. You won't be charged again, and you remain a member until ${dayLabel(accessUntil!)}.`;
    case 'lapsed':
      return `Your membership ended on ${dayLabel(accessUntil!)}.`;
    case 'none':
      return '';
  }
};

/** Renders nothing for a user who has never been a member. */
export function ManageMembership() {
  const ownMembership = useQuery(membershipQuery);
  const { data: membership } = ownMembership;
  const openPortal = useOpenPortal();
  const [isCancelling, setCancelling] = useState(false);
  if (!membership)
    return <LoadErrors className="page pt-14" label="your membership" queries={[ownMembership]} />;
  if (membership.state === 'none') return null;
  const { plan, founderNumber, canRenew, canCancel, hasPortal, price } = membership;
  return (
    <section aria-labelledby="own-membership" className="border-b border-rule bg-raised">
      <div className="page py-14">
        <Heading level={2} size={1} id="own-membership">
          Your membership
        </Heading>
        <p className="mt-4 eyebrow">
          {plan && planLabels[plan]}
          {founderNumber !== null && `, No. ${founderNumber}`}
        </p>
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
          until={dayLabel(membership.until!)}
          onClose={() => setCancelling(false)}
        />
      )}
    </section>
  );
}
