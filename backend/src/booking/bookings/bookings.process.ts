import { defineProcess } from '../../platform/processes/process.js';
import type { Booking } from './booking.js';
import { PassDeadlineCommand } from './bookings.commands.js';
import { bookings } from './bookings.projection.js';
import type { CourtDayEvent } from './court-day.events.js';

type BookingDeadline = Readonly<{ bookingId: string; deadline: 'payment' | 'answer' | 'end' }>;
type LiveBooking = Pick<
  Booking,
  'bookingId' | 'status' | 'paymentStatus' | 'payBy' | 'answerBy' | 'endTime'
>;

const deadlineJob = (deadline: BookingDeadline['deadline'], bookingId: string, dueAt: string) => ({
  id: `${deadline}.${bookingId}`,
  due: dueAt,
  data: { bookingId, deadline },
});

const paymentJob = (bookingId: string, payBy: string | null) =>
  payBy === null ? [] : [deadlineJob('payment', bookingId, payBy)];

/** Expires requests without a payment or response in time and completes hours that are over. */
export const bookingDeadlines = defineProcess<CourtDayEvent, BookingDeadline, LiveBooking>({
  name: 'bookingDeadlines',
  queue: 'deadlines',
  handles: ['BookingRequested'],
  react({ type, data }) {
    if (type !== 'BookingRequested') return [];
    const { bookingId, payBy, answerBy, endTime } = data;
    return [
      ...paymentJob(bookingId, payBy),
      deadlineJob('answer', bookingId, answerBy),
      deadlineJob('end', bookingId, endTime),
    ];
  },
  sweep: {
    readModel: bookings,
    filters: (dueUntil) => [
      { status: 'pending', payBy: { $lte: dueUntil } },
      { status: 'pending', answerBy: { $lte: dueUntil } },
      { status: 'confirmed', endTime: { $lte: dueUntil } },
    ],
    fields: ['bookingId', 'status', 'paymentStatus', 'payBy', 'answerBy', 'endTime'],
    jobs({ bookingId, status, paymentStatus, payBy, answerBy, endTime }) {
      if (status === 'confirmed') return [deadlineJob('end', bookingId, endTime)];
      return paymentStatus === 'unpaid'
        ? paymentJob(bookingId, payBy)
        : [deadlineJob('answer', bookingId, answerBy)];
    },
  },
  command: ({ bookingId, deadline }, commandContext) =>
    new PassDeadlineCommand({ bookingId, deadline }, commandContext),
});
