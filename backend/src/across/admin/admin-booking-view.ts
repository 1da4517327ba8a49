import type { AdminBooking } from '@courtly/contracts/admin-users';
import { toMoney } from '@courtly/contracts/wire';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { NameLookup } from './names.service.js';

/** The response contract decides which of the other fields are sent. */
export const adminBookingView = (booking: Booking, names: NameLookup): AdminBooking => ({
  ...booking,
  zoneOffsets: offsetsAround(booking.zone, [booking.startTime, booking.endTime]),
  id: booking.bookingId,
  court: names.court(booking.courtId),
  player: names.person(booking.playerId),
  host: names.person(booking.hostId),
  totalAmount: toMoney(booking.totalCents),
});
