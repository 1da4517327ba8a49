import type { HostBooking } from '@courtly/contracts/bookings';
import { useState } from 'react';
import { useAnswerBooking } from '../../lib/booking-actions';
import { upcoming } from '../../lib/bookings';
import { BookingRows } from '../../ui/booking-rows';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { BookingDialog } from './booking-dialog';

const playerOf = ({ user }: HostBooking) => `${user.firstName} ${user.lastName}`.trim() || user.username;

/** Requests that wait for an answer, and the hours that are booked. */
export function BookingLists({ bookings }: { bookings: readonly HostBooking[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const answer = useAnswerBooking();
  const open = bookings.find(({ id }) => id === openId);
  const live = upcoming(bookings);
  const pending = live.filter(({ status }) => status === 'pending');
  const confirmed = live.filter(({ status }) => status === 'confirmed');
  const details = (booking: HostBooking) => (
    <Button variant="quiet" onClick={() => setOpenId(booking.id)}>
      Details
    </Button>
  );
  const decisions = (booking: HostBooking) => (
    <>
      <Button onClick={() => answer.mutate({ bookingId: booking.id, status: 'confirmed' })}>Approve</Button>
      <Button variant="outline" onClick={() => answer.mutate({ bookingId: booking.id, status: 'cancelled' })}>
        Decline
      </Button>
      {details(booking)}
    </>
  );
  return (
    <>
      <h2 className="mb-4 font-display text-2xl">Pending</h2>
      {pending.length > 0 ? (
        <BookingRows bookings={pending} detail={playerOf} actions={decisions} />
      ) : (
        <EmptyState title="No pending bookings" />
      )}
      <h2 className="mt-12 mb-4 font-display text-2xl">Upcoming</h2>
      {confirmed.length > 0 ? (
        <BookingRows bookings={confirmed} detail={playerOf} actions={details} />
      ) : (
        <EmptyState title="No upcoming bookings" />
      )}
      {open && <BookingDialog booking={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
