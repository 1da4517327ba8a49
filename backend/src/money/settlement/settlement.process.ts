import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { type Obligation, obligations } from './obligations.projection.js';
import { SettleBookingCommand, SettleIntentCommand } from './settlement.commands.js';

type OrderedEvent = Extract<
  PaymentEvent,
  { type: 'PaymentRefundOrdered' | 'PaymentRetryOrdered' | 'PaymentSettledOtherwise' }
>;
type SettlementJobData = Readonly<{ bookingId: string } | { intentId: string }>;

/**
 * Settles paid bookings after their events, at the payment deadline, after Stripe's webhooks, and
 * when sweeps find due obligations.
 */
export const settlement = defineProcess<
  BookingEvent | OrderedEvent,
  SettlementJobData,
  Pick<Obligation, 'bookingId' | 'what' | 'dueAt'>
>({
  name: 'settlement',
  queue: 'money',
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'] as const),
    ...(['PaymentRefundOrdered', 'PaymentRetryOrdered', 'PaymentSettledOtherwise'] as const),
  ],
  react({ id, type, data }) {
    const { bookingId } = data;
    const settleNow = { id: `settle.${id}`, due: null, data: { bookingId } };
    if (!('payBy' in data)) return [settleNow];
    if (data.payBy === null) return [];
    return type === 'BookingRequested'
      ? [settleNow, { id: `unpaid.${bookingId}`, due: data.payBy, data: { bookingId } }]
      : [settleNow];
  },
  sweep: {
    readModel: obligations,
    filters: (sweepEnd) => [
      { owner: 'courtly', dueAt: { $lte: sweepEnd } },
      // Stripe may have authorized a card whose webhook was lost.
      { what: 'ExpirePayment' },
    ],
    fields: ['bookingId', 'what', 'dueAt'],
    jobs: ({ bookingId, what, dueAt }) =>
      what === 'ExpirePayment'
        ? [
            { id: `settle.${bookingId}`, due: null, data: { bookingId } },
            { id: `unpaid.${bookingId}`, due: dueAt, data: { bookingId } },
          ]
        : [{ id: `settle.${bookingId}`, due: dueAt, data: { bookingId } }],
  },
  command: (jobData, context) =>
    'bookingId' in jobData
      ? new SettleBookingCommand({ bookingId: jobData.bookingId }, context)
      : new SettleIntentCommand({ intentId: jobData.intentId }, context),
});
