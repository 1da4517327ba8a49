import type { CalendarAsOf } from '@courtly/contracts/audit';
import type { CourtDay } from '../../booking/bookings/court-day.js';
import { hoursOverlap } from '../../booking/bookings/hours.js';
import { offeredHours } from '../../booking/courts/bookable-hours.js';
import type { Court } from '../../booking/courts/court.js';
import { courtHoursOn } from '../../booking/courts/court-dates.js';
import { playableHours } from '../../booking/courts/quiet-hours.js';
import type { LocalHour } from '../../platform/kernel/local-time.js';

type CalendarHour = CalendarAsOf['hours'][number];

const calendarHour = ({ start, end }: LocalHour, { bookings, closed }: CourtDay): CalendarHour => {
  const hours = { startTime: start, endTime: end };
  const heldBooking = [...bookings.values()].find(
    (dayBooking) => dayBooking.status !== 'cancelled' && hoursOverlap(dayBooking, hours),
  );
  if (heldBooking)
    return {
      start,
      end,
      state: 'held',
      bookingId: heldBooking.bookingId,
      status: heldBooking.status,
    };
  const state = closed.some((closedHours) => hoursOverlap(closedHours, hours)) ? 'closed' : 'free';
  return { start, end, state, bookingId: null, status: null };
};

/**
 * The offered or booked hours of a court on a local day. Ignores how far ahead hours could be
 * booked, because that depended on the policy and the user.
 */
export const calendarHours = (
  bookableCourt: Pick<
    Court,
    'zone' | 'standardOffsetMinutes' | 'weeklyHours' | 'sports' | 'neighborRules'
  >,
  localDate: string,
  courtDayState: CourtDay,
): CalendarHour[] => {
  const weeklyHours = playableHours(bookableCourt);
  const offeredTimes = offeredHours({ ...bookableCourt, weeklyHours }, localDate);
  return courtHoursOn(bookableCourt, localDate)
    .map((localHour) => ({ localHour, shown: calendarHour(localHour, courtDayState) }))
    .filter(({ localHour, shown }) => shown.state === 'held' || offeredTimes.includes(localHour))
    .map(({ shown }) => shown);
};
