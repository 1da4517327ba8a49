import type { CalendarAsOf } from '@courtly/contracts/audit';
import type { CourtDay } from '../../booking/bookings/court-day.js';
import { hoursOverlap } from '../../booking/bookings/hours.js';
import { offeredHours } from '../../booking/courts/bookable-hours.js';
import type { BookableCourt } from '../../booking/courts/bookable-court.js';
import { type LocalHour, localHours } from '../../platform/kernel/local-time.js';

type Hour = CalendarAsOf['hours'][number];

const hourOf = ({ start, end }: LocalHour, { bookings, closed }: CourtDay): Hour => {
  const hours = { startTime: start, endTime: end };
  const held = [...bookings.values()].find(
    (one) => one.status !== 'cancelled' && hoursOverlap(one, hours),
  );
  if (held) return { start, end, state: 'held', bookingId: held.bookingId, status: held.status };
  const state = closed.some((one) => hoursOverlap(one, hours)) ? 'closed' : 'free';
  return { start, end, state, bookingId: null, status: null };
};

/**
 * The hours of a local day that a court offered, and those that were held though it offers them no more. How far ahead an hour
 * could be booked is a question of policy and of who asks, and left out.
 */
export const calendarHours = (
  court: Pick<BookableCourt, 'zone' | 'weeklyHours' | 'bookingRules'>,
  date: string,
  day: CourtDay,
): Hour[] => {
  const offered = offeredHours(court, date);
  return localHours(court.zone, date)
    .map((hour) => ({ hour, shown: hourOf(hour, day) }))
    .filter(({ hour, shown }) => shown.state === 'held' || offered.includes(hour))
    .map(({ shown }) => shown);
};
