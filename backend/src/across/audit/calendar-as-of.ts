import type { CalendarAsOf } from '@courtly/contracts/audit';
import type { CourtDay } from '../../booking/bookings/court-day.js';
import { hoursOverlap } from '../../booking/bookings/hours.js';
import { offeredHours } from '../../booking/courts/bookable-hours.js';
import type { BookableCourt } from '../../booking/courts/bookable-court.js';
import { type LocalHour, localHours } from '../../platform/kernel/local-time.js';

type CalendarHour = CalendarAsOf['hours'][number];

const calendarHour = ({ start, end }: LocalHour, { bookings, closed }: CourtDay): CalendarHour => {
  const timeRange = { startTime: start, endTime: end };
  const booking = [...bookings.values()].find(
    (one) => one.status !== 'cancelled' && hoursOverlap(one, timeRange),
  );
  if (booking)
    return { start, end, state: 'held', bookingId: booking.bookingId, status: booking.status };
  const state = closed.some((one) => hoursOverlap(one, timeRange)) ? 'closed' : 'free';
  return { start, end, state, bookingId: null, status: null };
};

/**
 * The offered or booked hours of a court on a local day. Ignores how far ahead hours could be booked,
 * which depends on the policy and the user.
 */
export const calendarHours = (
  court: Pick<BookableCourt, 'zone' | 'weeklyHours' | 'bookingRules'>,
  date: string,
  courtDay: CourtDay,
): CalendarHour[] => {
  const offeredTimes = offeredHours(court, date);
  return localHours(court.zone, date)
    .map((localHour) => ({ hour: localHour, shown: calendarHour(localHour, courtDay) }))
    .filter(
      ({ hour: localHour, shown }) => shown.state === 'held' || offeredTimes.includes(localHour),
    )
    .map(({ shown }) => shown);
};
