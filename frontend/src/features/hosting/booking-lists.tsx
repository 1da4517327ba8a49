import type { HostBooking } from '@courtly/contracts/bookings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswerBooking } from '../../resources/booking/booking-actions';
import { hostBookingsQuery } from '../../lib/bookings';
import { clock, shortDate } from '../../lib/format';
import { fullName } from '../../lib/people';
import { BookingRows } from '../../ui/booking-rows';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { BookingDialog } from './booking-dialog';
import type { Cancelling } from './hosting-dashboard';

/** What waits for the host's answer, the soonest due first. */
export const pendingQuery = hostBookingsQuery({ status: 'pending' });

/** Which booking, for those who hear only the button. */
const about = ({ user, startTime, zone }: HostBooking) =>
  `${fullName(user)}, ${shortDate(startTime, zone)}, ${clock(startTime, zone)}`;

/** Requests that wait for an answer, and the hours that are booked. */
export function BookingLists({ CancelDialog }: { CancelDialog: Cancelling }) {
  const [open, setOpen] = useState<{ id: string; cancel: boolean } | null>(null);
  const answer = useAnswerBooking();
  const pending = useInfiniteQuery(pendingQuery);
  const confirmed = useInfiniteQuery(hostBookingsQuery({ when: 'upcoming', status: 'confirmed' }));
  const shown = [pending, confirmed].flatMap(({ data }) => data?.items ?? []).find(({ id }) => id === open?.id);
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
        onClick={() => setOpen({ id: booking.id, cancel: true })}
      >
        Decline
      </Button>
      {details(booking)}
    </>
  );
  return (
    <>
      <h2 className="mb-4 font-display text-2xl">Pending</h2>
      <QueryPanel query={pending} label="pending bookings">
        {({ items }) =>
          items.length > 0 ? (
            <BookingRows bookings={items} detail={({ user }) => fullName(user)} actions={decisions} />
          ) : (
            <EmptyState title="No pending bookings" />
          )
        }
      </QueryPanel>
      <LoadMore query={pending} of="pending bookings" />
      <h2 className="mt-12 mb-4 font-display text-2xl">Upcoming</h2>
      <QueryPanel query={confirmed} label="upcoming bookings">
        {({ items }) =>
          items.length > 0 ? (
            <BookingRows bookings={items} detail={({ user }) => fullName(user)} actions={details} />
          ) : (
            <EmptyState title="No upcoming bookings" />
          )
        }
      </QueryPanel>
      <LoadMore query={confirmed} of="upcoming bookings" />
      {shown && !open?.cancel && (
        <BookingDialog booking={shown} onClose={close} onCancel={() => setOpen({ id: shown.id, cancel: true })} />
      )}
      {shown && open?.cancel && <CancelDialog booking={shown} onClose={close} />}
    </>
  );
}
