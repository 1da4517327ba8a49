import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { SettleBookingCommand, SettleIntentCommand } from './settlement.commands.js';

type RefundOrdered = Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>;
type SettlementJobData = Readonly<{ bookingId: string } | { intentId: string }>;

/** An unpaid booking that ended earlier has no open intent. */
const LOOKBACK_MS = HOUR_MS;

const lookbackStart = (sweepEnd: string) =>
  new Date(Date.parse(sweepEnd) - LOOKBACK_MS).toISOString();

/** Settles paid bookings after their events, after Stripe's webhooks, and in sweeps. */
export const settlement = defineProcess<
  BookingEvent | RefundOrdered,
  SettlementJobData,
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
    filters: (sweepEnd) => [
      { paymentStatus: 'unpaid', status: 'pending' },
      {
        paymentStatus: 'unpaid',
        status: 'cancelled',
        'cancellation.cancelledAt': { $gte: lookbackStart(sweepEnd) },
      },
      { paymentStatus: 'authorised', status: { $in: ['confirmed', 'completed', 'cancelled'] } },
      { refundOrdered: true },
      { paymentStatus: 'captured', status: 'cancelled', 'cancellation.refundCents': { $gt: 0 } },
    ],
    fields: ['bookingId'],
    jobs: ({ bookingId }) => [{ id: `settle.${bookingId}`, due: null, data: { bookingId } }],
  },
  command: (jobData, context) =>
    'bookingId' in jobData
      ? new SettleBookingCommand({ bookingId: jobData.bookingId }, context)
      : new SettleIntentCommand({ intentId: jobData.intentId }, context),
});
