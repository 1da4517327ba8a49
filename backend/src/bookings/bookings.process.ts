import { defineProcess } from '../processes/process.js';
import type { Booking } from './booking.js';
import { PassDeadline } from './bookings.commands.js';
import { bookings } from './bookings.projection.js';
import type { CourtDayEvent } from './court-day.events.js';

type Deadline = Readonly<{ bookingId: string; deadline: 'answer' | 'end' }>;
type Live = Pick<Booking, 'bookingId' | 'status' | 'answerBy' | 'endTime'>;

const job = (deadline: Deadline['deadline'], bookingId: string, due: string) => ({
  id: `${deadline}.${bookingId}`,
  due,
  data: { bookingId, deadline },
});

/** What time does to bookings: a request that nobody answers ends, an hour that is over is completed. */
export const bookingDeadlines = defineProcess<CourtDayEvent, Deadline, Live>({
  name: 'bookingDeadlines',
  queue: 'deadlines',
  handles: ['BookingRequested'],
  react({ type, data }) {
    if (type !== 'BookingRequested') return [];
    return [job('answer', data.bookingId, data.answerBy), job('end', data.bookingId, data.endTime)];
  },
  sweep: {
    readModel: bookings,
    filters: (until) => [
      { status: 'pending', answerBy: { $lte: until } },
      { status: 'confirmed', endTime: { $lte: until } },
    ],
    fields: ['bookingId', 'status', 'answerBy', 'endTime'],
    jobs: ({ bookingId, status, answerBy, endTime }) =>
      status === 'pending' ? [job('answer', bookingId, answerBy)] : [job('end', bookingId, endTime)],
  },
  command: ({ bookingId, deadline }, context) => new PassDeadline(bookingId, deadline, context),
});
