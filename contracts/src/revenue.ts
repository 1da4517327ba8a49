import { z } from 'zod';
import { Reason } from './admin-users.js';
import { route } from './route.js';
import { LocalDate, Money } from './wire.js';

/** A UTC month such as `2027-03`. */
export const BooksMonth = z
  .string()
  .regex(/^20[2-9]\d-(0[1-9]|1[0-2])$/, 'Use a month such as 2027-03');

/**
 * Courtly's books for one UTC month. Courtly earns commission when the hour is played or canceled
 * late, and membership payments over their paid time. `net` = commission + memberships - refunds -
 * disputes - fees. The balances are those at the end of the month, or now. Amounts may be negative.
 */
export const MonthOfRevenue = z.object({
  month: z.string(),
  closedAt: z.string().nullable().describe('Null while the month is open.'),
  earned: z.object({
    commission: z.string().describe("Courtly's part of played hours and late cancellations."),
    memberships: z.string().describe('The part of membership payments that was earned.'),
    refunds: z.string().describe('Refunds that Courtly bears.'),
    disputes: z.string().describe('Lost disputes that Courtly bears.'),
    fees: z.string().describe('Stripe fees, of payments and of the account.'),
    canceledFees: z
      .string()
      .describe('The part of `fees` for charges that free cancellations returned in full.'),
    net: z.string(),
  }),
  cards: z.object({
    charged: z.string().describe('Card payments for bookings and memberships.'),
    refunded: z.string().describe('Refunds of bookings to cards.'),
  }),
  balances: z.object({
    held: z.string().describe('Charged for bookings that have not ended.'),
    refundsDue: z.string().describe('Refunds due to players.'),
    taxOwed: z.string().describe('Tax on ended bookings that is not remitted yet.'),
    owedToHosts: z.string().describe('Earned by hosts and not paid yet.'),
    deferred: z.string().describe('Membership payments that are not earned yet.'),
    owedByPlayers: z.string().describe('Played hours that no card has paid yet.'),
    owedByHosts: z.string().describe('Paid to hosts, but no longer earned.'),
    disputed: z.string().describe('Withdrawn by banks in open disputes.'),
    stripeCash: z.string().describe('Cash at Stripe.'),
    stripeReserve: z.string().describe('Set aside by Stripe, which releases it later.'),
    bank: z
      .string()
      .describe(
        "What moved to Courtly's bank from Stripe, less top-ups, taxes, and settlements. Negative if more was paid from the bank.",
      ),
  }),
  corrections: z
    .string()
    .describe(
      'The part of `net` that corrects closed months, because the rules of the books changed.',
    ),
});
export type MonthOfRevenue = z.infer<typeof MonthOfRevenue>;

export const ClosePeriodBody = z.strictObject({ month: BooksMonth });

/** Tax that Courtly has paid to a city. `month` is the month for which it was due. */
export const RecordTaxPaymentBody = z.strictObject({
  city: z.string().min(1).max(80),
  month: BooksMonth,
  amount: Money,
  paidOn: LocalDate,
  note: Reason,
});
export type RecordTaxPaymentBody = z.infer<typeof RecordTaxPaymentBody>;

/** The tax of each city, and the latest payments, newest first. Amounts are decimal strings. */
export const CityTaxes = z.object({
  cities: z.array(
    z.object({
      city: z.string(),
      collected: z.string().describe('Tax on bookings that have ended.'),
      remitted: z.string(),
      owed: z.string().describe('`collected` minus `remitted`; negative after late refunds.'),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      city: z.string(),
      month: z.string(),
      amount: z.string(),
      paidOn: z.string(),
      note: z.string(),
    }),
  ),
});
export type CityTaxes = z.infer<typeof CityTaxes>;

export const revenueRoutes = {
  platformRevenue: route({
    method: 'GET',
    path: '/api/admin/revenue',
    summary: "List Courtly's books by month, newest first.",
    access: 'admin',
    query: z.strictObject({ months: z.coerce.number().int().min(1).max(36).default(12) }),
    reads: ['journal', 'accountingPeriods'],
    status: 200,
    response: z.array(MonthOfRevenue),
  }),
  closePeriod: route({
    method: 'POST',
    path: '/api/admin/accounting/periods',
    summary: 'Close a past month. Its figures never change afterward.',
    access: 'admin',
    decides: { noParties: "The club's books concern no one in particular." },
    body: ClosePeriodBody,
    status: 201,
    response: z.object({ month: z.string() }),
    errors: ['wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  journalCsv: route({
    method: 'GET',
    path: '/api/admin/accounting/journal.csv',
    summary: 'Export the journal entries of a range of months, one line per account, by date.',
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ from: BooksMonth, to: BooksMonth }),
    reads: ['journal', 'accountingPeriods'],
    status: 200,
    response: z.string(),
  }),
  cityTaxes: route({
    method: 'GET',
    path: '/api/admin/accounting/taxes',
    summary:
      'Get the tax collected for, remitted to, and owed to each city, and the last payments.',
    access: 'admin',
    reads: ['journal', 'taxPayments'],
    status: 200,
    response: CityTaxes,
  }),
  recordTaxPayment: route({
    method: 'POST',
    path: '/api/admin/accounting/tax-payments',
    summary: 'Record a payment of tax to a city, up to the amount that it is owed.',
    access: 'admin',
    decides: { noParties: "The club's books concern no one in particular." },
    body: RecordTaxPaymentBody,
    status: 201,
    response: z.object({ paymentId: z.string() }),
    errors: ['wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  cityTaxCsv: route({
    method: 'GET',
    path: '/api/admin/accounting/tax.csv',
    summary: 'Export the tax of ended bookings by month and city, and what was remitted for it.',
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ from: BooksMonth, to: BooksMonth }),
    reads: ['journal', 'taxPayments'],
    status: 200,
    response: z.string(),
  }),
  hostGrossCsv: route({
    method: 'GET',
    path: '/api/admin/accounting/hosts.csv',
    summary: 'Export the gross card payments of each host in a calendar year, for form 1099-K.',
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ year: z.coerce.number().int().min(2020).max(2100) }),
    reads: ['statementLines', 'people', 'payoutAccounts'],
    status: 200,
    response: z.string(),
  }),
};
