import type { LateStep } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { lateStepTitle } from '../../resources/admin/money-labels';
import { timelineLink } from '../../resources/audit/timeline-link';
import { Button, LinkButton } from '../../ui/button';
import { BookedHour, FactList, instantLabel } from './case-details';
import { RetryDialog } from './payment-case-dialogs';

export function LateStepRow({ lateStep }: { lateStep: LateStep }) {
  const [isRetryOpen, setIsRetryOpen] = useState(false);
  const { booking, since, dueAt } = lateStep;
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <h3 className="font-display text-xl">{lateStepTitle(lateStep)}</h3>
      <BookedHour booking={booking} />
      <FactList
        facts={[
          ['Since', instantLabel(since)],
          ['Due', instantLabel(dueAt)],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" onClick={() => setIsRetryOpen(true)}>
          Retry Now
        </Button>
        <LinkButton size="sm" variant="quiet" to={timelineLink('booking', booking.id)}>
          Timeline
        </LinkButton>
      </div>
      {isRetryOpen && (
        <RetryDialog target={{ bookingId: booking.id }} onClose={() => setIsRetryOpen(false)} />
      )}
    </li>
  );
}
