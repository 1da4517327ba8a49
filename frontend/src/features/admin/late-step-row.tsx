import type { LateStep } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { lateStepTitle } from '../../resources/admin/money-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { BookedHour, FactList, instantLabel } from './case-details';
import { RetryDialog } from './payment-case-dialogs';
import { Heading } from '../../ui/heading';

export function LateStepRow({ lateStep }: { lateStep: LateStep }) {
  const [isRetryOpen, setIsRetryOpen] = useState(false);
  const { kind, booking, member, since, dueAt } = lateStep;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <Heading level={3}>{lateStepTitle(lateStep)}</Heading>
      {booking && <BookedHour booking={booking} />}
      {member && (
        <p>
          Membership of <bdi>{member.name}</bdi>
        </p>
      )}
      <FactList
        facts={[
          ['Since', instantLabel(since)],
          ['Due', instantLabel(dueAt)],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {booking && kind === 'payment' && (
          <Button size="sm" variant="outline" onClick={() => setIsRetryOpen(true)}>
            Retry Now
          </Button>
        )}
        {booking && (
          <LinkButton size="sm" variant="quiet" to={timelineLink('booking', booking.id)}>
            Timeline
          </LinkButton>
        )}
        {member && (
          <LinkButton size="sm" variant="quiet" to={timelineLink('membership', member.id)}>
            Timeline
          </LinkButton>
        )}
      </div>
      {isRetryOpen && booking && (
        <RetryDialog target={{ bookingId: booking.id }} onClose={() => setIsRetryOpen(false)} />
      )}
    </li>
  );
}
