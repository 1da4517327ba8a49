import type { AdminBooking } from '@courtly/contracts/admin-users';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { NameLookup } from './names.service.js';

export const adminBookingView = (booking: Booking, names: NameLookup): AdminBooking => {
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
