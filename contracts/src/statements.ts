import { z } from 'zod';
import { pageQuery } from './paging.js';
import { reversalCauses } from './reversal-causes.js';
import { route } from './route.js';
import { zoned } from './wire.js';

/**
 * `charge`, `refund`, `refund_failed`, `dispute`, and `dispute_won` are the player's card payments
 * and refunds. `paid_outside` is a payment outside Stripe, which is not on form 1099-K. `payout`
 * and `reversal` are transfers to and from the host. `refund_borne` is the part of a manual refund
 * that reduces the host's share. `adjustment` is a correction of the host's share by Courtly.
 */
export const StatementLineKind = z.enum([
  'charge',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'paid_outside',
  'payout',
  'reversal',
  'refund_borne',
  'adjustment',
]);
export type StatementLineKind = z.infer<typeof StatementLineKind>;

/** One money movement of a host's booking. Lines are added but never changed. */
export const StatementLine = z.object({
  id: z.string(),
  kind: StatementLineKind.extract(['payout', 'reversal', 'refund_borne', 'adjustment']),
  at: z.string(),
  reference: z
    .string()
    .describe(
      "Stripe's id of the transfer or reversal, or the id of the refund, the adjustment, or an offset between bookings.",
    ),
  bookingId: z.string(),
  courtId: z.string(),
  court: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  charged: z
    .string()
    .describe('The amount that the player had paid for the booking by then, after refunds.'),
  tax: z.string().describe('The tax in `charged`, which Courtly remits.'),
  fees: z.string().describe("Courtly's part of it by then: the service fee and the commission."),
  amount: z.string().describe('Signed: a payout is positive, a reversal negative.'),
  borne: z
    .string()
    .describe('The part of a refund that the host bears. It reduces the payout or is taken back.'),
  adjusted: z.string().describe("Signed: the amount that Courtly added to the host's share."),
  note: z.string().describe('Why Courtly adjusted the share. Empty for other lines.'),
  cause: z
    .enum(reversalCauses)
    .nullable()
    .describe('Why a payout was taken back. Null for other lines, and if it was not recorded.'),
});
export type StatementLine = z.infer<typeof StatementLine>;

const sums = {
  payments: z.number().describe('Card payments.'),
  gross: z.string().describe('Card payments before fees, refunds, and disputes (1099-K basis).'),
  refunded: z.string().describe('Refunds and disputed amounts.'),
  paid: z.string().describe('Transfers to the host.'),
  takenBack: z.string().describe('Reversed transfers.'),
  net: z.string().describe('`paid` minus `takenBack`; may be negative.'),
};

/** The movements for one court in one month of the court's local calendar. */
export const CourtEarnings = z.object({
  month: z.string(),
  courtId: z.string(),
  court: z.string(),
  ...sums,
});
export type CourtEarnings = z.infer<typeof CourtEarnings>;

/** The movements in one calendar year, in the courts' time zones. */
export const EarningsOfYear = z.object({ year: z.string(), ...sums });
export type EarningsOfYear = z.infer<typeof EarningsOfYear>;

/** A host's current balance with Courtly, and the sums of all years. */
export const StatementSummary = z.object({
  due: z.string().describe('Earned and not paid yet.'),
  frozen: z.string().describe('Earned and withheld, by a dispute or by an admin.'),
  disputed: z
    .string()
    .describe('Paid to the host, and taken back if banks decide open disputes for the player.'),
  debt: z
    .string()
    .describe(
      'To be taken back: paid to the host, but no longer earned. Later payouts repay what Stripe cannot take back.',
    ),
  years: z.array(EarningsOfYear).describe('Newest first.'),
});
export type StatementSummary = z.infer<typeof StatementSummary>;

const monthCount = z.coerce.number().int().min(1).max(24).default(12);

export const statementRoutes = {
  hostStatement: route({
    method: 'GET',
    path: '/api/host/statement',
    summary: "List the caller's payouts, reversals, and refunds they bear, newest first.",
    access: 'owner',
    query: z.strictObject(pageQuery()),
    reads: ['statementLines', 'ledger', 'bookings', 'courts'],
    status: 200,
    response: z.array(StatementLine),
  }),
  statementSummary: route({
    method: 'GET',
    path: '/api/host/statement/summary',
    summary: "Get the caller's balance and the movements of each year.",
    access: 'owner',
    reads: ['statementLines', 'payouts', 'payoutHolds'],
    status: 200,
    response: StatementSummary,
  }),
  courtEarnings: route({
    method: 'GET',
    path: '/api/host/earnings/courts',
    summary: 'List the movements by court and month, newest month first.',
    access: 'owner',
    query: z.strictObject({ months: monthCount }),
    reads: ['statementLines', 'courts'],
    status: 200,
    response: z.array(CourtEarnings),
  }),
  earningsCsv: route({
    method: 'GET',
    path: '/api/host/earnings.csv',
    summary: 'Export every charge, refund, dispute, payout, and reversal of a year, by date.',
    access: 'owner',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ year: z.coerce.number().int().min(2020).max(2100) }),
    reads: ['statementLines', 'courts'],
    status: 200,
    response: z.string(),
  }),
};
