import type { Booking } from '@courtly/contracts/bookings';
import type { ReactNode } from 'react';
import { BookingBadge } from './booking-badge';
import { isHostBooking } from './booking-queries';
import { WaiverLine } from './waiver-line';
import { CourtTime } from '../../ui/time';

type BookingRowsProps<B> = {
  bookings: readonly B[];
  detail?: (booking: B) => ReactNode;
  actions?: (booking: B) => ReactNode;
};

/** A list of bookings with court, time, status, and optional details and actions. */
export function BookingRows<B extends Booking>({ bookings, detail, actions }: BookingRowsProps<B>) {
  return (
    <ul className="border-t border-rule">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          className="grid gap-3 border-b border-rule py-5 md:grid-cols-[1fr_auto] md:items-center md:gap-8"
        >
          <div className="min-w-0 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-xl">
              <bdi>{booking.court.name}</bdi>
              <BookingBadge status={booking.status} />
            </p>
            <p className="mt-1">
              <CourtTime hour={booking} />
            </p>
            {booking.waivers && booking.waivers.people > 1 && (
              <WaiverLine waivers={booking.waivers} isHosted={isHostBooking(booking)} />
            )}
            {detail && <div className="mt-1 text-small text-quiet">{detail(booking)}</div>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions(booking)}</div>}
        </li>
      ))}
    </ul>
  );
}
