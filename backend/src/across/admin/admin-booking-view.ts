import type { AdminBooking } from '@courtly/contracts/admin-users';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { Names } from './names.service.js';

/** A booking as admins see it. */
export const deskBookingView = (booking: Booking, names: Names): AdminBooking => {
  const {
    bookingId,
    courtId,
    playerId,
    hostId,
    startTime,
    endTime,
    zone,
    status,
    paymentStatus,
    totalCents,
  } = booking;
  return {
    id: bookingId,
    court: names.court(courtId),
    player: names.person(playerId),
    host: names.person(hostId),
    startTime,
    endTime,
    zone,
    status,
    paymentStatus,
    totalAmount: toMoney(totalCents),
  };
};
