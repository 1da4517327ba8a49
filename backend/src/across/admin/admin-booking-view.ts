import type { AdminBooking } from '@courtly/contracts/admin-users';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { NameLookup } from './names.service.js';

export const adminBookingView = (viewedBooking: Booking, nameLookup: NameLookup): AdminBooking => {
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
  } = viewedBooking;
  return {
    id: bookingId,
    court: nameLookup.court(courtId),
    player: nameLookup.person(playerId),
    host: nameLookup.person(hostId),
    startTime,
    endTime,
    zone,
    status,
    paymentStatus,
    totalAmount: toMoney(totalCents),
  };
};
