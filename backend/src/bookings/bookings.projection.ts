import { defineProjection } from '../projections/projection.js';
import { type Booking, evolveBooking } from './booking.js';
import type { CourtDayEvent } from './court-day.events.js';

type BookingEvent = Exclude<CourtDayEvent, { type: 'HoursClosed' | 'HoursReopened' }>;

/** Every booking, by its id: what players and hosts see, and what deadlines are derived from. */
export const bookings = defineProjection<Booking, BookingEvent>({
  name: 'bookings',
  version: 1,
  indexes: [
    { playerId: 1, startTime: -1 },
    { hostId: 1, startTime: -1 },
    { playerId: 1, courtId: 1, status: 1 },
    { status: 1 },
  ],
  handles: ['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.bookingId,
  evolve: evolveBooking,
  audience: ({ playerId, hostId }) => [playerId, hostId],
});
