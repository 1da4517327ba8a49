import { defineProjection } from '../projections/projection.js';
import { type Booking, booking } from './booking.js';
import type { BookingEvent } from './booking.events.js';

/**
 * Every booking, by its id: what players and hosts see, and what deadlines are derived from. The first indexes give the lists
 * of one player and one host in their order and decide most filters on their keys alone; the third, what a host has to answer.
 */
export const bookings = defineProjection<Booking, BookingEvent>({
  name: 'bookings',
  version: 2,
  indexes: [
    { playerId: 1, startTime: 1, _id: 1, status: 1 },
    { hostId: 1, startTime: 1, _id: 1, status: 1, courtId: 1 },
    { hostId: 1, status: 1, answerBy: 1, _id: 1 },
    { playerId: 1, courtId: 1, status: 1 },
    { status: 1, answerBy: 1 },
    { status: 1, endTime: 1 },
  ],
  handles: ['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.bookingId,
  evolve: booking.evolve,
  audience: ({ playerId, hostId }) => [playerId, hostId],
  people: ({ playerId, hostId, cancellation }) => [playerId, hostId, ...(cancellation ? [cancellation.noteBy] : [])],
});
