import type { HostBooking } from '@courtly/contracts/bookings';
import { useRef } from 'react';
import { useUpdateBookingStatus } from './booking-mutations';
import { declineReasonLabels, cancelReasonLabels } from './reason-labels';
import { formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';
import { sportLabels } from '../../lib/sports';
import { PayoutLine } from '../hosting/payout-line';
import { fullName } from '../session/person-labels';
import { pageHeading } from '../../lib/page-heading';
import { BookingBadge } from './booking-badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Price } from '../../ui/price';
import { CourtTime } from '../../ui/time';
import { isCharged, isFinished } from './charge-state';
import { PlayerRecord } from './player-record';
import { WaiverLine } from './waiver-line';
import { FactList } from '../../ui/fact-list';

type BookingDialogProps = { booking: HostBooking; onClose: () => void; onCancel: () => void };

/** Booking details, with actions to approve or decline a request or to cancel a booking. */
export function BookingDialog({ booking, onClose, onCancel }: BookingDialogProps) {
  const respondToBooking = useUpdateBookingStatus();
  const { user, status, answerBy } = booking;
  const isResolved = useRef(false);
  const approve = () => {
    isResolved.current = true;
    respondToBooking.mutate({ bookingId: booking.id, status: 'confirmed' });
    onClose();
  };
  const isPayoutDecided = isFinished(status) && isCharged(booking);
  const detailRows = [
    ['Status', <BookingBadge status={status} />],
    [
      'Reason',
      booking.declineReason
        ? declineReasonLabels[booking.declineReason]
        : booking.cancelReason && cancelReasonLabels[booking.cancelReason],
    ],
    ['When', <CourtTime hour={booking} />],
    ['Sport', sportLabels[booking.sport]],
    [
      'Respond by',
      status === 'pending' &&
        answerBy &&
        `${formatShortDate(answerBy, booking)}, ${formatTime(answerBy, booking)} ${zoneAbbreviation(answerBy, booking)}`,
    ],
    ['Player', fullName(user)],
    ['Record', <PlayerRecord record={user.record} />],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Waiver', booking.waivers && <WaiverLine waivers={booking.waivers} isHosted />],
    ['Total', <Price amount={booking.totalAmount} />],
    [
      isPayoutDecided ? 'Agreed payout' : 'Your payout',
      <>
        <Price amount={booking.payoutAmount} />
        {isPayoutDecided && <PayoutLine bookingId={booking.id} />}
      </>,
    ],
    [
      'Notes',
      booking.notes && (
        <>
          {booking.notes}
          {booking.hidesContacts && status === 'pending' && (
            <span className="block text-sm text-quiet">
              Contact details appear once you approve the request.
            </span>
          )}
        </>
      ),
    ],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isResolved.current ? pageHeading() : null)}
      title="Booking details"
      description={booking.court.name}
      footer={
        (status === 'pending' && (
          <>
            <Button variant="outline" onClick={onCancel}>
              Decline
            </Button>
            <Button onClick={approve}>Approve</Button>
          </>
        )) ||
        (status === 'confirmed' && booking.canCancel && (
          <Button variant="danger" onClick={onCancel}>
            Cancel Booking
          </Button>
        ))
      }
    >
      <FactList rows={detailRows} />
    </Dialog>
  );
}
