import type { HostBooking } from '@courtly/contracts/bookings';
import { Suspense, useState } from 'react';
import { useAnswerBooking } from '../../lib/booking-actions';
import { ahead } from '../../lib/bookings';
import { clock, shortDate } from '../../lib/format';
import { fullName } from '../../lib/people';
import { BookingRows } from '../../ui/booking-rows';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { BookingDialog } from './booking-dialog';
import type { Cancelling } from './hosting-dashboard';
import { pendingOf } from './pending';

type Props = { bookings: readonly HostBooking[]; CancelDialog: Cancelling };

/** Which booking, for those who hear only the button. */
const about = ({ user, startTime, zone }: HostBooking) =>
  `${fullName(user)}, ${shortDate(startTime, zone)}, ${clock(startTime, zone)}`;

/** Requests that wait for an answer, and the hours that are booked. */
export function BookingLists({ bookings, CancelDialog }: Props) {
  const [open, setOpen] = useState<{ id: string; cancel: boolean } | null>(null);
  const answer = useAnswerBooking();
  const shown = bookings.find(({ id }) => id === open?.id);
  const pending = pendingOf(bookings);
  const confirmed = ahead(bookings, new Date().toISOString()).filter(({ status }) => status === 'confirmed');
  const close = () => setOpen(null);
  const details = (booking: HostBooking) => (
    <Button
      variant="quiet"
      aria-label={`Details: ${about(booking)}`}
      onClick={() => setOpen({ id: booking.id, cancel: false })}
    >
      Details
    </Button>
  );
  const decisions = (booking: HostBooking) => (
    <>
      <Button
        aria-label={`Approve ${about(booking)}`}
        onClick={() => answer.mutate({ bookingId: booking.id, status: 'confirmed' })}
      >
        Approve
      </Button>
      <Button
        variant="outline"
        aria-label={`Decline ${about(booking)}`}
        onClick={() => answer.mutate({ bookingId: booking.id, status: 'cancelled' })}
      >
        Decline
      </Button>
      {details(booking)}
    </>
  );
  return (
    <>
      <h2 className="mb-4 font-display text-2xl">Pending</h2>
      {pending.length > 0 ? (
        <BookingRows bookings={pending} detail={({ user }) => fullName(user)} actions={decisions} />
      ) : (
        <EmptyState title="No pending bookings" />
      )}
      <h2 className="mt-12 mb-4 font-display text-2xl">Upcoming</h2>
      {confirmed.length > 0 ? (
        <BookingRows bookings={confirmed} detail={({ user }) => fullName(user)} actions={details} />
      ) : (
        <EmptyState title="No upcoming bookings" />
      )}
      {shown && !open?.cancel && (
        <BookingDialog booking={shown} onClose={close} onCancel={() => setOpen({ id: shown.id, cancel: true })} />
      )}
      {shown && open?.cancel && (
        <Suspense>
          <CancelDialog booking={shown} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
