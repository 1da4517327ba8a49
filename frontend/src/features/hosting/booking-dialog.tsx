import type { HostBooking } from '@courtly/contracts/bookings';
import { useAnswerBooking } from '../../lib/booking-actions';
import { BookingBadge } from '../../ui/booking-badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Price } from '../../ui/price';
import { CourtTime } from '../../ui/time';

/** One booking in full; pending ones are approved or declined here. */
export function BookingDialog({ booking, onClose }: { booking: HostBooking; onClose: () => void }) {
  const answer = useAnswerBooking();
  const { user } = booking;
  const decide = (status: 'confirmed' | 'cancelled') => {
    answer.mutate({ bookingId: booking.id, status });
    onClose();
  };
  const rows = [
    ['Status', <BookingBadge status={booking.status} />],
    ['When', <CourtTime start={booking.startTime} end={booking.endTime} zone={booking.zone} />],
    ['Player', `${user.firstName} ${user.lastName}`.trim() || user.username],
    ['Email', user.email],
    ['Phone', user.phone],
    ['Total', <Price amount={booking.totalAmount} />],
    ['Your payout', <Price amount={booking.payoutAmount} />],
    ['Notes', booking.notes],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Booking details"
      description={booking.court.name}
      footer={
        booking.status === 'pending' && (
          <>
            <Button variant="outline" onClick={() => decide('cancelled')}>
              Decline
            </Button>
            <Button onClick={() => decide('confirmed')}>Approve</Button>
          </>
        )
      }
    >
      <dl className="border-t border-rule">
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="grid grid-cols-[7rem_1fr] border-b border-rule py-3">
              <dt className="text-quiet">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
