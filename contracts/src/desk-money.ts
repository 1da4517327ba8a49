import { z } from 'zod';
import { DeskBooking, Reason } from './desk-users.js';
import { route } from './route.js';
import { Money } from './wire.js';

/** Who bears a refund by hand: the platform, or the host, whose share shrinks before they are paid. */
export const RefundBearer = z.enum(['platform', 'host'], 'Please choose who bears it');
export type RefundBearer = z.infer<typeof RefundBearer>;

export const OrderRefund = z.strictObject({ amount: Money, bearer: RefundBearer, reason: Reason });
export type OrderRefund = z.infer<typeof OrderRefund>;

const share = z.object({
  account: z.enum(['player', 'host', 'platform', 'processor']),
  amount: z.string(),
});

/** The money of one booking: what moved, and what admins have given back by hand. Amounts are decimal text, with a sign in `moved`. */
export const BookingMoney = z.object({
  booking: DeskBooking,
  left: z.string().describe('what can still be given back'),
  hostShare: z.string().describe('what the host has of it, or is to have as it stands'),
  isPaidOut: z
    .boolean()
    .describe('whether the host was paid, so that the platform alone can bear a refund'),
  moved: z.array(z.object({ what: z.string(), at: z.string(), shares: z.array(share) })),
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

const bookingId = z.object({ bookingId: z.string().max(80) });

export const deskMoneyRoutes = {
  bookingMoney: route({
    method: 'GET',
    path: '/api/admin/bookings/:bookingId',
    summary: 'One booking with its money, for admins',
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
    summary: 'Give some or all of a charge back; the refund itself is made by the settlement, once',
    access: 'admin',
    params: bookingId,
    body: OrderRefund,
    status: 202,
    response: z.object({ orderId: z.string(), hostBears: z.string(), platformBears: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
};
