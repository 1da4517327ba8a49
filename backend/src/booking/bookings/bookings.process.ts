import { defineProcess } from '../../platform/processes/process.js';
import type { Booking } from './booking.js';
import { PassDeadlineCommand } from './bookings.commands.js';
import { bookings } from './bookings.projection.js';
import type { CourtDayEvent } from './court-day.events.js';

type Deadline = Readonly<{ bookingId: string; deadline: 'payment' | 'answer' | 'end' }>;
type Live = Pick<
  Booking,
  'bookingId' | 'status' | 'paymentStatus' | 'payBy' | 'answerBy' | 'endTime'
>;

const job = (deadline: Deadline['deadline'], bookingId: string, due: string) => ({
  id: `${deadline}.${bookingId}`,
  due,
  data: { bookingId, deadline },
});

const paymentJob = (bookingId: string, payBy: string | null) =>
  payBy === null ? [] : [job('payment', bookingId, payBy)];

/** Expires requests that were not paid or answered in time and completes hours that are over. */
export const bookingDeadlines = defineProcess<CourtDayEvent, Deadline, Live>({
  name: 'bookingDeadlines',
  queue: 'deadlines',
  handles: ['BookingRequested'],
  react({ type, data }) {
    if (type !== 'BookingRequested') return [];
    const { bookingId, payBy, answerBy, endTime } = data;
    return [
      ...paymentJob(bookingId, payBy),
      job('answer', bookingId, answerBy),
      job('end', bookingId, endTime),
    ];
  },
  sweep: {
    readModel: bookings,
    filters: (until) => [
      { status: 'pending', payBy: { $lte: until } },
      { status: 'pending', answerBy: { $lte: until } },
      { status: 'confirmed', endTime: { $lte: until } },
    ],
    fields: ['bookingId', 'status', 'paymentStatus', 'payBy', 'answerBy', 'endTime'],
    jobs({ bookingId, status, paymentStatus, payBy, answerBy, endTime }) {
      if (status === 'confirmed') return [job('end', bookingId, endTime)];
      return paymentStatus === 'unpaid'
        ? paymentJob(bookingId, payBy)
        : [job('answer', bookingId, answerBy)];
    },
  },
  command: ({ bookingId, deadline }, context) =>
    new PassDeadlineCommand({ bookingId, deadline }, context),
});
