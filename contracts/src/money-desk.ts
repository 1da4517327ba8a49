import { z } from 'zod';
import { SettlementOutcome } from './admin-money.js';
import { AdminBooking, ReasonBody } from './admin-users.js';
import { ElitePlan } from './membership.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { CurrencyAmount, zoned } from './wire.js';

/** The lists of the money desk. */
export const MoneySection = z.enum(['payments', 'payouts', 'disputes', 'mismatches']);
export type MoneySection = z.infer<typeof MoneySection>;

/**
 * Why money needs an admin. `*_refused`: Stripe refused a step, and Courtly retries it.
 * `cancellation_refused`: a membership's payment or subscription, which Courtly ends.
 * `refund_failed`: the bank returned a refund. `overdue`: a played hour could not be charged.
 * `return_due`: money that was paid outside Stripe must be returned. `host_debt`: a host must
 * return an amount that their next payouts repay. `inquiry`: a bank inquires before it takes money.
 * `account_stopped`: Stripe no longer pays a host. `account_missing`: payouts wait for a host's
 * account. `bank_return`: a host's bank returned a payout. `*_mismatch`: Stripe reports an amount
 * or currency that differs from the agreed one. `dashboard_refund`: a refund was made in Stripe's
 * dashboard. `fraud_warning`: the cardholder's bank reported fraud, and a refund can still prevent
 * a dispute. `authorization_fraud_warning`: it did so before the charge, and a cancellation
 * prevents the charge.
 */
export const MoneyProblem = z.enum([
  'charge_refused',
  'release_refused',
  'refund_refused',
  'refund_failed',
  'cancellation_refused',
  'overdue',
  'return_due',
  'transfer_refused',
  'reversal_refused',
  'host_debt',
  'account_stopped',
  'account_missing',
  'bank_return',
  'dispute',
  'inquiry',
  'fraud_warning',
  'authorization_fraud_warning',
  'payment_mismatch',
  'membership_mismatch',
  'dashboard_refund',
]);
export type MoneyProblem = z.infer<typeof MoneyProblem>;

/**
 * How a case ended. `moved`: Stripe completed the step, or pays the host again. `settled`: an admin
 * settled it outside Stripe. `closed`: an admin marked it as done. `disputed`: a dispute followed,
 * which has its own case.
 */
export const MoneyOutcome = z.enum(['moved', 'won', 'lost', 'settled', 'closed', 'disputed']);
export type MoneyOutcome = z.infer<typeof MoneyOutcome>;

const party = z.object({ id: z.string(), name: z.string() });

export const CaseBooking = z.object({
  id: z.string(),
  court: party,
  player: party,
  host: party,
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
});
export type CaseBooking = z.infer<typeof CaseBooking>;

/** A money problem of a booking or a membership. */
export const MoneyCase = z.object({
  id: z.string(),
  section: MoneySection,
  problem: MoneyProblem,
  status: z.enum(['open', 'done']),
  amount: CurrencyAmount.describe(
    'The amount that is refused, failed, disputed, or found. In an open case, the amount that is left.',
  ),
  stripeId: z.string().describe('The object or transfer group to look up in Stripe.'),
  code: z.string().nullable().describe("Stripe's or the bank's reason."),
  attempts: z.number().int().describe('Consecutive refused attempts.'),
  tryAgainAt: z.string().nullable().describe('The next attempt.'),
  respondBy: z.string().nullable().describe('The deadline for evidence in an open dispute.'),
  openedAt: z.string(),
  changedAt: z.string(),
  paid: CurrencyAmount.nullable().describe('What an admin recorded as paid outside Stripe.'),
  waived: CurrencyAmount.nullable().describe('What an admin recorded as waived.'),
  settlements: z
    .array(SettlementOutcome)
    .describe('How an admin can settle the case; empty if it cannot be settled.'),
  wrongPayment: z
    .enum(['returnable', 'refundable', 'ordered'])
    .nullable()
    .describe(
      'Whether an admin can return a membership payment with a wrong amount together with its purchase, can refund it, or has ordered either. Null for all others.',
    ),
  outcome: MoneyOutcome.nullable().describe('Null while the case is open.'),
  closing: z
    .object({ by: party, reason: z.string() })
    .nullable()
    .describe('The admin who ended the case, and why. Null if Stripe or a bank did.'),
  canHoldPayout: z
    .boolean()
    .describe('Whether the host is still to be paid for the booking, and no admin holds it.'),
  booking: CaseBooking.nullable().describe('Null for a membership or a payout account.'),
  member: party.nullable().describe('The person of a membership. Null for the others.'),
  host: party.nullable().describe('The host of a payout account. Null for the others.'),
});
export type MoneyCase = z.infer<typeof MoneyCase>;

/**
 * A step that Courtly should already have taken, because its workers are late. `transfer` and
 * `reverse` are steps of a payout; the steps from `endPurchase` on are of a membership.
 */
export const LateStep = z.object({
  kind: z.enum(['payment', 'payout', 'membership']),
  what: z.enum([
    'createIntent',
    'capture',
    'cancelIntent',
    'refund',
    'recordDebt',
    'collectDebt',
    'recordReturn',
    'payReturn',
    'AuthorisePayment',
    'ExpirePayment',
    'FailPayment',
    'transfer',
    'reverse',
    'endPurchase',
    'cancelSubscription',
    'voidInvoices',
    'lapse',
    'endReservation',
    'freeSeat',
    'releaseSeat',
    'restoreSeat',
  ]),
  amount: CurrencyAmount,
  since: z.string(),
  dueAt: z.string(),
  booking: CaseBooking.nullable().describe('Null for a membership.'),
  member: party.nullable().describe('The person of a membership. Null for the others.'),
});
export type LateStep = z.infer<typeof LateStep>;

/** Open cases are sorted oldest first; done cases, by latest change first. */
export const MoneyCaseFilters = z.strictObject({
  status: MoneyCase.shape.status.default('open'),
  section: MoneySection.optional().describe('Only with status open.'),
  ...pageQuery(),
});
export type MoneyCaseFilters = z.infer<typeof MoneyCaseFilters>;

/** Recorded facts about a disputed hour or membership. */
export const EvidenceFact = z.object({
  what: z.enum([
    'waiver_accepted',
    'requested',
    'approved',
    'charged',
    'player_wrote',
    'host_wrote',
    'cancelled',
    'completed',
    'match_logged',
    'review_written',
    'refunded',
    'refund_failed',
    'purchase_started',
    'renewal_consent',
    'membership_paid',
    'membership_canceled',
    'booked_as_member',
  ]),
  at: z.string(),
  detail: z.string().describe('For example, the waiver version or the amount. May be empty.'),
});
export type EvidenceFact = z.infer<typeof EvidenceFact>;

const facts = z.array(EvidenceFact).describe('The oldest fact is first.');

/** Evidence for the bank about a booking or a payment of a membership. */
export const DisputeEvidence = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('booking'),
    booking: AdminBooking,
    earlierBookings: z
      .number()
      .int()
      .describe('Undisputed hours that this player completed before, up to 100.'),
    facts,
  }),
  z.object({
    about: z.literal('membership'),
    member: party,
    plan: ElitePlan,
    amount: CurrencyAmount.describe('The disputed payment.'),
    period: z
      .object({ from: z.string(), until: z.string() })
      .nullable()
      .describe('What the payment paid for. Null if its amount was wrong.'),
    facts,
  }),
]);
export type DisputeEvidence = z.infer<typeof DisputeEvidence>;

const caseId = z.object({ caseId: z.string().max(120) });

export const moneyDeskRoutes = {
  moneyCases: route({
    method: 'GET',
    path: '/api/admin/money/cases',
    summary: 'List money that needs an admin: refused, failed, disputed, or mismatched.',
    access: 'admin',
    query: MoneyCaseFilters,
    reads: ['moneyCases', 'payouts', 'payoutHolds', 'memberships', 'courts', 'people'],
    status: 200,
    response: z.array(MoneyCase),
  }),
  lateSteps: route({
    method: 'GET',
    path: '/api/admin/money/late-steps',
    summary: 'List late steps of payments (an hour), payouts, and memberships (6 hours).',
    access: 'admin',
    query: z.strictObject(pageQuery()),
    reads: [
      ...(['obligations', 'payouts', 'payoutAccounts', 'payoutHolds', 'memberships'] as const),
      ...(['bookings', 'courts', 'people'] as const),
    ],
    status: 200,
    response: z.array(LateStep),
  }),
  disputeEvidence: route({
    method: 'GET',
    path: '/api/admin/money/cases/:caseId/evidence',
    summary:
      'Get the recorded facts about a disputed hour or membership, as evidence for the bank.',
    access: 'admin',
    params: caseId,
    reads: [
      'moneyCases',
      'bookings',
      'courts',
      'people',
      'ledger',
      'conversations',
      'matches',
      'reviews',
    ],
    status: 200,
    response: DisputeEvidence,
    errors: ['not_found'],
  }),
  closeMoneyCase: route({
    method: 'POST',
    path: '/api/admin/money/cases/:caseId/closure',
    summary: 'Mark a case as done if its money no longer has to move.',
    access: 'admin',
    decides: 'moneyCase',
    params: caseId,
    body: ReasonBody,
    status: 200,
    response: z.object({ id: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
};
