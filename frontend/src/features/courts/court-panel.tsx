import type { CourtDetail } from '@courtly/contracts/courts';
import type { ReactNode } from 'react';
import { ApprovalNotice } from '../../resources/court/approval-notice';
import { Card } from '../../ui/card';
import { Heading } from '../../ui/heading';

/** The booking form, or that no one can book the court. Only its host and admins see the reason. */
export function CourtPanel({
  court,
  booking,
}: {
  court: Pick<CourtDetail, 'ownerId' | 'hiddenBecause' | 'awaitsApproval' | 'takesBookings'>;
  booking: ReactNode;
}) {
  if (court.hiddenBecause !== null)
    return (
      <Card>
        <Heading level={2}>Hidden by Courtly</Heading>
        <p dir="auto" className="mt-2 text-quiet">
          {court.hiddenBecause}
        </p>
      </Card>
    );
  if (court.awaitsApproval) return <ApprovalNotice court={court} />;
  if (!court.takesBookings)
    return (
      <Card>
        <Heading level={2}>No new bookings</Heading>
        <p className="mt-2 text-quiet">
          This court takes no new bookings now. Existing bookings remain valid.
        </p>
      </Card>
    );
  return booking;
}
