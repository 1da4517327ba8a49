import type { Streams } from '../../platform/kernel/streams.js';
import { courtDayIdOf } from './booking-id.js';
import type { Booking } from './booking.js';
import { bookingOf, courtDay } from './court-day.js';

/** @throws DomainError not_found for text that is not a booking id */
export const loadBooking = async (
  streams: Pick<Streams, 'load'>,
  bookingId: string,
): Promise<Booking | null> =>
  bookingOf(await streams.load(courtDay, courtDayIdOf(bookingId)), bookingId);
