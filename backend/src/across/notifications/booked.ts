import { Map as ImmutableMap } from 'immutable';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import type { Fold } from '../../platform/kernel/decider.js';

/** The bookings of a court-day, by their ids: what a mail about one has to know, as the log tells it. */
export const booked: Fold<ImmutableMap<string, Booking>, CourtDayEvent> = {
  category: 'courtDay',
  initial: ImmutableMap(),
  evolve(all, event) {
    if (event.type === 'HoursClosed' || event.type === 'HoursReopened') return all;
    const next = booking.evolve(all.get(event.data.bookingId) ?? null, event);
    return next ? all.set(next.bookingId, next) : all;
  },
};
