import type { DeskBooking } from '@courtly/contracts/desk-users';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../bookings/booking.js';

type Names = ReadonlyMap<string, string>;

/** A booking as admins see it; `courts` and `people` name by ids what stands in other slices. */
export const deskBookingView = (booking: Booking, courts: Names, people: Names): DeskBooking => {
  const { bookingId, courtId, playerId, hostId, startTime, endTime, zone, status, paymentStatus, totalCents } = booking;
  return {
    id: bookingId,
    court: { id: courtId, name: courts.get(courtId) ?? 'New court' },
    player: { id: playerId, name: people.get(playerId) ?? 'Former member' },
    host: { id: hostId, name: people.get(hostId) ?? 'Former member' },
    ...{ startTime, endTime, zone, status, paymentStatus },
    totalAmount: toMoney(totalCents),
  };
};
