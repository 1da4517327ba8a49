import { defineProcess } from '../../platform/processes/process.js';
import type { Booking } from './booking.js';
import { PassDeadlineCommand } from './bookings.commands.js';
import { bookings } from './bookings.projection.js';
import type { CourtDayEvent } from './court-day.events.js';

type BookingDeadline = Readonly<{ bookingId: string; deadline: 'answer' | 'end' }>;
type LiveBooking = Pick<Booking, 'bookingId' | 'status' | 'answerBy' | 'endTime'>;

const deadlineJob = (deadline: BookingDeadline['deadline'], bookingId: string, dueAt: string) => ({
  id: `${deadline}.${bookingId}`,
  due: dueAt,
  data: { bookingId, deadline },
});

/**
 * Expires requests that got no response in time, and completes hours that are over. The settlement
 * process expires unpaid requests, because it must check with Stripe first.
 */
export const bookingDeadlines = defineProcess<CourtDayEvent, BookingDeadline, LiveBooking>({
  name: 'bookingDeadlines',
  queue: 'deadlines',
  handles: ['BookingRequested'],
  react({ type, data }) {
    if (type !== 'BookingRequested') return [];
    const { bookingId, answerBy, endTime } = data;
    return [deadlineJob('answer', bookingId, answerBy), deadlineJob('end', bookingId, endTime)];
  },
  sweep: {
    readModel: bookings,
    filters: (dueUntil) => [
      { status: 'pending', answerBy: { $lte: dueUntil } },
      { status: 'confirmed', endTime: { $lte: dueUntil } },
    ],
    fields: ['bookingId', 'status', 'answerBy', 'endTime'],
    jobs: ({ bookingId, status, answerBy, endTime }) => [
      status === 'confirmed'
        ? deadlineJob('end', bookingId, endTime)
        : deadlineJob('answer', bookingId, answerBy),
    ],
  },
  command: ({ bookingId, deadline }, commandContext) =>
    new PassDeadlineCommand({ bookingId, deadline }, commandContext),
});
