import type { Booking } from '../bookings/booking.js';
import type { CourtDayEvent } from '../bookings/court-day.events.js';

/** Something that time does to a booking. `due` is a UTC instant; the id is the same however often it is derived. */
export type Deadline = Readonly<{ id: string; bookingId: string; kind: 'answer' | 'end'; due: string }>;

const deadline = (kind: Deadline['kind'], bookingId: string, due: string): Deadline => ({
  id: `${kind}.${bookingId}`,
  bookingId,
  kind,
  due,
});

/** The deadlines that an event sets. */
export const deadlinesOf = ({ type, data }: CourtDayEvent): Deadline[] => {
  if (type !== 'BookingRequested') return [];
  return [deadline('answer', data.bookingId, data.answerBy), deadline('end', data.bookingId, data.endTime)];
};

/** The deadline that a booking, as the read model shows it, still waits for. */
export const deadlineOf = ({ status, bookingId, answerBy, endTime }: Booking): Deadline | null => {
  if (status === 'pending') return deadline('answer', bookingId, answerBy);
  return status === 'confirmed' ? deadline('end', bookingId, endTime) : null;
};
