import { z } from 'zod';
import { AdminBooking, Reason, ReasonBody } from './admin-users.js';
import { AwaitsConfirmation } from './second-admin.js';
import { route } from './route.js';
import { AnyAmount, Money, zoned } from './wire.js';

/**
 * Who bears a manual refund. With `host`, it reduces the host's share, and a host who has already
 * been paid returns it.
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
  account: z.enum(['player', 'host', 'platform', 'processor', 'bank']),
  amount: z.string(),
});

/** All of the money of one booking. Amounts are decimal strings; those in `moved` are signed. */
export const BookingMoney = z.object({
  booking: AdminBooking,
  left: z.string().describe('The amount that can still be refunded.'),
  hostShare: z.string().describe('The amount paid or due to the host, with adjustments.'),
  adjusted: z.string().describe('Signed: the amount that admins added or deducted.'),
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

/**
 * How an amount was settled outside Stripe. `paid`: the money moved in another way, so the host is
 * paid for a charge. `waived`: no money moves, and the host is not paid for a waived charge.
 */
export const SettlementOutcome = z.enum(['paid', 'waived'], 'Please choose paid or waived');
export type SettlementOutcome = z.infer<typeof SettlementOutcome>;

/**
 * `amount` is `0.00` for an authorization that Stripe never ended. Such an authorization is
 * `waived`.
 */
export const SettleOtherwiseBody = z.strictObject({
  amount: AnyAmount,
  outcome: SettlementOutcome,
  reason: Reason,
});
export type SettleOtherwiseBody = z.infer<typeof SettleOtherwiseBody>;

/**
 * Adjusts what a host is owed for a booking, between zero and its price. `hostNote` is for the
 * host; only admins see `reason`.
 */
export const AdjustPayoutBody = z.strictObject({
  direction: z.enum(['add', 'deduct'], 'Please choose add or deduct'),
  amount: Money,
  hostNote: Reason,
  reason: Reason,
});
export type AdjustPayoutBody = z.infer<typeof AdjustPayoutBody>;

/** A hold on payouts. Amounts are decimal strings. */
export const PayoutHold = z.object({
  host: z.object({ id: z.string(), name: z.string() }),
  booking: z
    .object({ id: z.string(), court: z.string(), startTime: z.string(), ...zoned })
    .nullable()
    .describe('Null if all payouts of the host are on hold.'),
  cause: z
    .enum(['admin', 'claim', 'suspension', 'approval'])
    .describe('`claim`: a report about the booking is not decided yet.'),
  reason: z.string().describe('Empty if the host is not approved.'),
  waitsFor: z
    .enum(['admin', 'host'])
    .describe('Who has to act: an admin, or a host who needs approval.'),
  approval: z
    .enum(['missing', 'pending', 'approved', 'rejected'])
    .nullable()
    .describe("The host's application. `approved`: its link is unused. Null for other causes."),
  by: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The admin or, for a claim, the person who reported.'),
  since: z.string(),
  due: z.string().describe('The amount that the host has earned and that is on hold.'),
});
export type PayoutHold = z.infer<typeof PayoutHold>;

/**
 * Compares Stripe's balance with the hosts' money. Amounts are decimal strings and may be negative.
 */
export const BalanceReport = z.object({
  belongsToHosts: z.string().describe("Hosts' shares of all charges that are not paid out yet."),
  dueToHosts: z
    .string()
    .describe(
      'The part that is due now and that only the available balance can pay. It includes payouts ' +
        'that are waiting, such as those on hold, of suspended hosts, or of hosts without an account.',
    ),
  stripe: z
    .object({
      available: z.string(),
      pending: z.string(),
      uncovered: z
        .string()
        .describe(
          "The hosts' money that the balance does not cover, or the due part that the available " +
            'balance does not cover, if that is more.',
        ),
      hasManualPayouts: z.boolean(),
      minimumBalance: z.string(),
      isSafe: z.boolean().describe("Whether Stripe cannot pay out the hosts' money to Courtly."),
    })
    .nullable()
    .describe('Null if payments are off or Stripe does not respond.'),
});
export type BalanceReport = z.infer<typeof BalanceReport>;

const HoldState = z.object({ isHeld: z.boolean() });
const holdErrors = ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'] as const;
/** `wrong_status` means that the booking has nothing to retry, settle, or adjust. */
const orderErrors = ['wrong_status', ...holdErrors] as const;
const Order = z.object({ orderId: z.string() });
const userId = z.object({ userId: z.string().max(80) });
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
    decides: 'booking',
    needsSecondAdmin: 'booking_refund',
    params: bookingId,
    body: OrderRefundBody,
    status: 202,
    response: z.union([
      Order.extend({ hostBears: z.string(), platformBears: z.string() }),
      AwaitsConfirmation,
    ]),
    errors: orderErrors,
  }),
  retryPayment: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payment/retries',
    summary: 'Retry the charge, refund, or release that Stripe refused.',
    access: 'admin',
    decides: 'booking',
    params: bookingId,
    body: RetryPaymentBody,
    status: 202,
    response: Order,
    errors: orderErrors,
  }),
  settleOtherwise: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payment/settlements',
    summary: 'Record that a refund or a debt was settled outside Stripe, or was waived.',
    access: 'admin',
    decides: 'booking',
    needsSecondAdmin: 'settlement',
    params: bookingId,
    body: SettleOtherwiseBody,
    status: 201,
    response: z.union([Order, AwaitsConfirmation]),
    errors: orderErrors,
  }),
  adjustPayout: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payout-adjustments',
    summary:
      'Adjust the amount that the host is owed. The next payout pays the difference or takes it back.',
    access: 'admin',
    decides: 'booking',
    needsSecondAdmin: 'payout_adjustment',
    params: bookingId,
    body: AdjustPayoutBody,
    status: 202,
    response: z.union([Order, AwaitsConfirmation]),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  retryPayout: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payout-retries',
    summary: 'Retry the transfer or reversal that Stripe refused.',
    access: 'admin',
    decides: 'booking',
    params: bookingId,
    body: RetryPaymentBody,
    status: 202,
    response: z.object({ orderId: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  platformBalance: route({
    method: 'GET',
    path: '/api/admin/platform-balance',
    summary: "Compare Stripe's balance with the hosts' money.",
    access: 'admin',
    reads: ['payouts'],
    status: 200,
    response: BalanceReport,
  }),
  listPayoutHolds: route({
    method: 'GET',
    path: '/api/admin/payout-holds',
    summary:
      'List up to 200 payout holds, and suspended or unapproved hosts who are owed a payout.',
    access: 'admin',
    reads: ['payoutHolds', 'payouts', 'people', 'courts', 'applications'],
    status: 200,
    response: z.array(PayoutHold),
  }),
  holdBookingPayout: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payout-holds',
    summary: 'Hold the payout of a booking. Money already paid out can still be taken back.',
    access: 'admin',
    decides: 'booking',
    params: bookingId,
    body: ReasonBody,
    status: 200,
    response: HoldState,
    errors: holdErrors,
  }),
  releaseBookingPayout: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/payout-releases',
    summary: 'Release the payout of a booking.',
    access: 'admin',
    decides: 'booking',
    params: bookingId,
    body: ReasonBody,
    status: 200,
    response: HoldState,
    errors: holdErrors,
  }),
  holdHostPayouts: route({
    method: 'POST',
    path: '/api/admin/users/:userId/payout-holds',
    summary: 'Hold all payouts of a host. Money already paid out can still be taken back.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody,
    status: 200,
    response: HoldState,
    errors: holdErrors,
  }),
  releaseHostPayouts: route({
    method: 'POST',
    path: '/api/admin/users/:userId/payout-releases',
    summary: 'Release the payouts of a host. Holds of single bookings and suspensions remain.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody,
    status: 200,
    response: HoldState,
    errors: holdErrors,
  }),
};
