import { isHostBooking, type AnyBooking } from '../../resources/booking/booking-queries';
import { fullName } from '../../resources/session/person-labels';

/** A booking in its current state, and the instant by which it is sorted. */
export type Activity = { booking: AnyBooking; summary: string; occurredAt: string };

const MAX_ACTIVITIES = 20;

export const isOwnCancellation = (memberBooking: AnyBooking): boolean =>
  memberBooking.cancelReason === 'player_cancelled' && !isHostBooking(memberBooking);

const describeBooking = (memberBooking: AnyBooking): string => {
  const courtName = memberBooking.court.name;
  const playerName = isHostBooking(memberBooking) && fullName(memberBooking.user);
  switch (memberBooking.status) {
    case 'pending':
      return `${playerName || 'You'} requested ${courtName}`;
    case 'confirmed':
      return `${playerName || 'You'} booked ${courtName}`;
    case 'completed':
      return `${playerName || 'You'} played at ${courtName}`;
    case 'cancelled':
      if (playerName) return `${playerName}'s booking of ${courtName} was canceled`;
      return isOwnCancellation(memberBooking)
        ? `You canceled your booking of ${courtName}`
        : `Your booking of ${courtName} was canceled`;
  }
};

/**
 * The activity, newest first. Completed bookings are sorted by end time, and all others by request
 * time, which is the only known instant.
 */
export const activityOf = (bookings: readonly AnyBooking[], currentTime: string): Activity[] => {
  const isCompleted = ({ status, endTime }: AnyBooking) =>
    status === 'completed' || (status === 'confirmed' && endTime <= currentTime);
  return bookings
    .map((booking) => {
      const memberBooking = isCompleted(booking)
        ? { ...booking, status: 'completed' as const }
        : booking;
      return {
        booking: memberBooking,
        summary: describeBooking(memberBooking),
        occurredAt: isCompleted(booking) ? booking.endTime : booking.createdAt,
      };
    })
    .sort((firstActivity, secondActivity) =>
      secondActivity.occurredAt.localeCompare(firstActivity.occurredAt),
    )
    .slice(0, MAX_ACTIVITIES);
};
