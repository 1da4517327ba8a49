import type { BookingEvent } from '../bookings/booking.events.js';
import { localDate, localHour } from '../kernel/local-time.js';
import { defineProjection } from '../projections/projection.js';
import { monthOf } from './earnings.projection.js';

type Completed = Extract<BookingEvent, { type: 'BookingCompleted' }>;

/** The hours of a court that were played in one month, each as its local day and hour: `2027-03-13 10`. */
export type MonthOfCourt = Readonly<{ courtId: string; hostId: string; month: string; played: readonly string[] }>;

/** How much courts are used: one document for each court and month, `<court>_<yyyy-mm>`, of an entry an hour at the most. */
export const courtUse = defineProjection<MonthOfCourt, Completed>({
  name: 'courtUse',
  version: 1,
  indexes: [],
  handles: ['BookingCompleted'],
  key: ({ data }) => `${data.courtId}_${monthOf(data)}`,
  evolve(document, { data }) {
    const { courtId, hostId, zone, startTime } = data;
    const hour = `${localDate(zone, startTime)} ${localHour(zone, startTime)}`;
    const before = document?.played ?? [];
    return { courtId, hostId, month: monthOf(data), played: before.includes(hour) ? before : [...before, hour] };
  },
  audience: ({ hostId }) => [hostId],
});
