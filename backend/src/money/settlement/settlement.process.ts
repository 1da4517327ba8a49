import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { SettleBookingCommand, SettleIntentCommand } from './settlement.commands.js';

type RefundOrdered = Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>;
type Due = Readonly<{ bookingId: string } | { intentId: string }>;

/** An unpaid booking that ended longer ago has no intent, or none that is open. */
const LOOKED_BACK_MS = HOUR_MS;

const ago = (until: string) => new Date(Date.parse(until) - LOOKED_BACK_MS).toISOString();

/** What happens to a booking that is to be paid moves its money; and Stripe's webhooks ask for the same. */
export const settlement = defineProcess<
  BookingEvent | RefundOrdered,
  Due,
  Pick<Booking, 'bookingId'>
>({
  name: 'settlement',
  queue: 'effects',
  handles: ['BookingRequested', 'BookingApproved', 'BookingCancelled', 'PaymentRefundOrdered'],
  react: ({ id, data }) =>
    'payBy' in data && data.payBy === null
      ? []
      : [{ id: `settle.${id}`, due: null, data: { bookingId: data.bookingId } }],
  sweep: {
    readModel: bookings,
    filters: (until) => [
      { paymentStatus: 'unpaid', status: 'pending' },
      {
        paymentStatus: 'unpaid',
        status: 'cancelled',
        'cancellation.cancelledAt': { $gte: ago(until) },
      },
      { paymentStatus: 'authorised', status: { $in: ['confirmed', 'completed', 'cancelled'] } },
      { refundOrdered: true },
      { paymentStatus: 'captured', status: 'cancelled', 'cancellation.refundCents': { $gt: 0 } },
    ],
    fields: ['bookingId'],
    jobs: ({ bookingId }) => [{ id: `settle.${bookingId}`, due: null, data: { bookingId } }],
  },
  command: (due, context) =>
    'bookingId' in due
      ? new SettleBookingCommand({ bookingId: due.bookingId }, context)
      : new SettleIntentCommand({ intentId: due.intentId }, context),
});
