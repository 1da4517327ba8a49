import { z } from 'zod';
import { AdminBooking, Reason } from './admin-users.js';
import { route } from './route.js';
import { Money } from './wire.js';

/**
 * Who pays for a manual refund. `host` reduces the host's share; a host who was paid already returns
 * it.
 */
export const RefundBearer = z.enum(['platform', 'host'], 'Please choose who bears it');
export type RefundBearer = z.infer<typeof RefundBearer>;

export const OrderRefundBody = z.strictObject({
  amount: Money,
  bearer: RefundBearer,
  reason: Reason,
});
export type OrderRefundBody = z.infer<typeof OrderRefundBody>;

const accountShare = z.object({
  account: z.enum(['player', 'host', 'platform', 'processor']),
  amount: z.string(),
});

/** All money of one booking. Amounts are decimal strings; those in `moved` are signed. */
export const BookingMoney = z.object({
  booking: AdminBooking,
  left: z.string().describe('The amount that can still be refunded.'),
  hostShare: z.string().describe('The amount paid or due to the host.'),
  isPaidOut: z
    .boolean()
    .describe('Whether the host has been paid. If so, a refund that the host bears is taken back.'),
  moved: z.array(z.object({ what: z.string(), at: z.string(), shares: z.array(accountShare) })),
  byHand: z.array(
    z.object({
      amount: z.string(),
      hostBears: z.string(),
      platformBears: z.string(),
      reason: z.string(),
      by: z.object({ id: z.string(), name: z.string() }),
      at: z.string(),
    }),
  ),
});
export type BookingMoney = z.infer<typeof BookingMoney>;

export const RetryPaymentBody = z.strictObject({ reason: Reason });
export type RetryPaymentBody = z.infer<typeof RetryPaymentBody>;

/** `amount` is `0.00` for a hold that Stripe never ended. */
export const SettleOtherwiseBody = z.strictObject({ amount: Money, reason: Reason });
export type SettleOtherwiseBody = z.infer<typeof SettleOtherwiseBody>;

const bookingId = z.object({ bookingId: z.string().max(80) });

export const adminMoneyRoutes = {
  bookingMoney: route({
    method: 'GET',
    path: '/api/admin/bookings/:bookingId',
    summary: 'Get a booking with its payments, refunds, and payout.',
    access: 'admin',
    params: bookingId,
    reads: ['bookings', 'courts', 'people', 'ledger', 'payouts'],
    status: 200,
    response: BookingMoney,
    errors: ['not_found'],
  }),
  refundByHand: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/refunds',
    summary: 'Order a full or partial refund. It is executed once, asynchronously.',
    access: 'admin',
    params: bookingId,
    body: OrderRefundBody,
    status: 202,
    response: z.object({ orderId: z.string(), hostBears: z.string(), platformBears: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  retryPayment: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payment/retries',
    summary: 'Retry the charge, refund, or release that Stripe refused.',
    access: 'admin',
    params: bookingId,
    body: RetryPaymentBody,
    status: 202,
    response: z.object({ orderId: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  settleOtherwise: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payment/settlements',
    summary: 'Record that a refund or a debt was settled outside Stripe, or was waived.',
    access: 'admin',
    params: bookingId,
    body: SettleOtherwiseBody,
    status: 201,
    response: z.object({ orderId: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
};
