import { isHostBooking, type AnyBooking } from '../../resources/booking/booking-queries';
import { fullName } from '../../resources/session/person-labels';

/** A booking in its current state and the instant that sorts it. */
export type Activity = { booking: AnyBooking; what: string; at: string };

const MOST = 20;

export const byMyself = (booking: AnyBooking): boolean =>
  booking.cancelReason === 'player_cancelled' && !isHostBooking(booking);

const whatHappened = (booking: AnyBooking): string => {
  const court = booking.court.name;
  const guest = isHostBooking(booking) && fullName(booking.user);
  switch (booking.status) {
    case 'pending':
      return `${guest || 'You'} requested ${court}`;
    case 'confirmed':
      return `${guest || 'You'} booked ${court}`;
    case 'completed':
      return `${guest || 'You'} played at ${court}`;
    case 'cancelled':
      if (guest) return `${guest}’s booking of ${court} was cancelled`;
      return byMyself(booking)
        ? `You cancelled your booking of ${court}`
        : `Your booking of ${court} was cancelled`;
  }
};

/**
 * Latest first. Completed bookings sort by end time, others by request time, the only known
 * instant.
 */
export const activityOf = (bookings: readonly AnyBooking[], now: string): Activity[] => {
  const isGame = ({ status, endTime }: AnyBooking) =>
    status === 'completed' || (status === 'confirmed' && endTime <= now);
  return bookings
    .map((one) => {
      const booking = isGame(one) ? { ...one, status: 'completed' as const } : one;
      return {
        booking,
        what: whatHappened(booking),
        at: isGame(one) ? one.endTime : one.createdAt,
      };
    })
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST);
};
