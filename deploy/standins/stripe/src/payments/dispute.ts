import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.js';
import { createId, createObject, findObject, updateObject, type StripeState } from '../state.js';
import { bookTransaction } from './balance.js';
import { NO_EVIDENCE } from './dispute-evidence.js';

type StripeDispute = Stripe.Dispute;
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'prevented'
  | 'won'
  | 'lost'
  | 'appeal_needs_response'
  | 'appeal_under_review';

const DAY_SECONDS = 24 * 60 * 60;
/** Evidence is due after nine days. */
const RESPONSE_SECONDS = 9 * DAY_SECONDS;
/** Stripe's fee for a dispute, in cents. */
const DISPUTE_FEE_CENTS = 1500;

/**
 * The statuses that follow each status. An inquiry can become a dispute, a lost dispute can be
 * appealed, and the bank can dispute a won one again.
 */
const NEXT_STATUSES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response', 'prevented'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost', 'prevented'],
  under_review: ['won', 'lost', 'prevented'],
  prevented: [],
  won: ['lost', 'needs_response'],
  lost: ['appeal_needs_response', 'won'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
};

export const DISPUTE_STATUSES = Object.keys(NEXT_STATUSES) as DisputeStatus[];

const CLOSED_STATUSES: readonly string[] = ['warning_closed', 'prevented', 'won', 'lost'];

export const isOpenDispute = ({ status }: StripeDispute): boolean =>
  !CLOSED_STATUSES.includes(status);

export const isInquiry = ({ status }: StripeDispute): boolean => status.startsWith('warning_');

/** Cents that a dispute has withdrawn and not returned. */
export const withdrawnAmount = ({ balance_transactions }: StripeDispute): number =>
  balance_transactions.reduce((totalCents, { amount }) => totalCents - amount, 0);

/** The disputes of a charge, newest first. */
export const findDisputes = (state: StripeState, { id, disputed }: Stripe.Charge) =>
  disputed ? state.objects.all('dispute', { charge: id }) : [];

/** Cents of a charge that are neither refunded nor withdrawn by a dispute. */
const disputableAmount = (state: StripeState, charge: Stripe.Charge): number =>
  charge.amount_captured -
  charge.amount_refunded -
  findDisputes(state, charge).reduce(
    (totalCents, dispute) => totalCents + withdrawnAmount(dispute),
    0,
  );

const bookDisputeEntry = (
  state: StripeState,
  { id, currency }: Pick<StripeDispute, 'id' | 'currency'>,
  amountCents: number,
  feeCents: number,
) =>
  bookTransaction(state, {
    type: 'adjustment',
    reporting_category: amountCents < 0 ? 'dispute' : 'dispute_reversal',
    amount: amountCents,
    fee: feeCents,
    currency,
    source: id,
  });

type DisputeOptions = Readonly<{
  reason?: string;
  /** In cents; the rest of the charge by default. */
  amount?: number;
  /** An inquiry, or a payment that the bank returned without a dispute. */
  status?: 'needs_response' | 'warning_needs_response' | 'prevented';
}>;

const CASE_TYPES = {
  needs_response: 'chargeback',
  warning_needs_response: 'inquiry',
  prevented: 'resolution',
} as const;

/**
 * Opens a dispute: withdraws its amount from the balance, plus Stripe's fee. An inquiry withdraws
 * nothing, and a prevented dispute has no fee. Throws if the charge is unpaid or being disputed.
 */
export function openDispute(
  state: StripeState,
  chargeId: string,
  { reason = 'fraudulent', amount, status = 'needs_response' }: DisputeOptions = {},
): StripeDispute {
  const disputedCharge = findObject(state, 'charge', chargeId);
  const earlierDisputes = findDisputes(state, disputedCharge);
  const disputableCents = disputableAmount(state, disputedCharge);
  const amountCents = amount ?? disputableCents;
  if (amountCents < 1 || amountCents > disputableCents || earlierDisputes.some(isOpenDispute))
    throw invalidRequest(`Charge ${chargeId} cannot be disputed now.`);
  const disputeId = createId('du');
  const { currency } = disputedCharge;
  const feeCents = status === 'prevented' ? 0 : DISPUTE_FEE_CENTS;
  const withdrawals =
    status === 'warning_needs_response'
      ? []
      : [bookDisputeEntry(state, { id: disputeId, currency }, -amountCents, feeCents)];
  const cardBrand = disputedCharge.payment_method_details?.card?.brand ?? 'visa';
  const due_by = status === 'prevented' ? null : state.now + RESPONSE_SECONDS;
  const openedDispute = createObject(
    state,
    'dispute',
    {
      id: disputeId,
      object: 'dispute',
      amount: amountCents,
      balance_transactions: withdrawals,
      charge: chargeId,
      created: state.now,
      currency,
      enhanced_eligibility_types: [],
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: status === 'warning_needs_response',
      livemode: false,
      metadata: {},
      payment_intent: disputedCharge.payment_intent,
      payment_method_details: {
        card: {
          brand: cardBrand,
          case_type: CASE_TYPES[status],
          network: cardBrand,
          network_reason_code: '10.4',
        },
        type: 'card',
      },
      reason,
      status,
    },
    'charge.dispute.created',
  );
  updateObject(state, 'charge', disputedCharge, { disputed: true });
  if (withdrawals.length > 0) state.emit('charge.dispute.funds_withdrawn', openedDispute);
  if (status === 'prevented') state.emit('charge.dispute.closed', openedDispute);
  if (due_by) state.timers.addTimer(due_by, 'evidence', disputeId);
  return openedDispute;
}

/** What a status does to the amount of a dispute. */
function moneyOf(nextStatus: DisputeStatus, withdrawnCents: number) {
  const isTaken = withdrawnCents > 0;
  if (nextStatus === 'won') return isTaken ? 'reinstated' : null;
  if (nextStatus === 'lost' || nextStatus === 'needs_response') return isTaken ? null : 'withdrawn';
  return null;
}

/**
 * Moves a dispute to its next status with the money that follows: a won dispute returns the amount
 * and, unless `returnsFee` is false, the fee; a loss after that withdraws both again, at most the
 * amount that is not refunded. Throws if the status cannot follow.
 */
export function advanceDispute(
  state: StripeState,
  disputeId: string,
  nextStatus: DisputeStatus,
  returnsFee = true,
): StripeDispute {
  const currentDispute = findObject(state, 'dispute', disputeId);
  const currentStatus = currentDispute.status as DisputeStatus;
  if (!NEXT_STATUSES[currentStatus].includes(nextStatus))
    throw invalidRequest(
      `Dispute ${disputeId} has a status of ${currentStatus} and cannot be ${nextStatus}.`,
    );
  const { amount, evidence_details: evidenceDetails } = currentDispute;
  const withdrawnCents = withdrawnAmount(currentDispute);
  const charge = findObject(state, 'charge', currentDispute.charge as string);
  const movement = moneyOf(nextStatus, withdrawnCents);
  const takenCents = Math.min(amount, disputableAmount(state, charge));
  const entries =
    movement === 'withdrawn'
      ? [bookDisputeEntry(state, currentDispute, -takenCents, DISPUTE_FEE_CENTS)]
      : movement === 'reinstated'
        ? [
            bookDisputeEntry(
              state,
              currentDispute,
              withdrawnCents,
              returnsFee ? -DISPUTE_FEE_CENTS : 0,
            ),
          ]
        : [];
  const isResponseDue = nextStatus.endsWith('needs_response');
  const due_by = isResponseDue ? state.now + RESPONSE_SECONDS : evidenceDetails.due_by;
  const advancedDispute = updateObject(
    state,
    'dispute',
    currentDispute,
    {
      status: nextStatus,
      balance_transactions: [...currentDispute.balance_transactions, ...entries],
      evidence_details: { ...evidenceDetails, due_by },
      is_charge_refundable: nextStatus.startsWith('warning_'),
      ...(nextStatus === 'needs_response' && {
        payment_method_details: asChargeback(currentDispute),
      }),
    },
    'charge.dispute.updated',
  );
  if (isResponseDue) state.timers.addTimer(due_by!, 'evidence', disputeId);
  if (movement)
    state.emit(
      movement === 'withdrawn'
        ? 'charge.dispute.funds_withdrawn'
        : 'charge.dispute.funds_reinstated',
      advancedDispute,
    );
  if (CLOSED_STATUSES.includes(nextStatus)) state.emit('charge.dispute.closed', advancedDispute);
  return advancedDispute;
}

const asChargeback = ({ payment_method_details: details }: StripeDispute) => ({
  ...details!,
  card: { ...details!.card!, case_type: 'chargeback' as const },
});

/** A dispute whose evidence was not submitted in time is lost. Inquiries wait for the bank. */
export function expireDispute(state: StripeState, disputeId: string): void {
  const dispute = state.objects.get('dispute', disputeId);
  const isDue = (dispute?.evidence_details.due_by ?? Infinity) <= state.now;
  if (isDue && ['needs_response', 'appeal_needs_response'].includes(dispute!.status))
    advanceDispute(state, disputeId, 'lost');
}

/** Disputes a charge because of its test card. */
export function disputeByCard(state: StripeState, subject: string): void {
  const [chargeId = '', cardDispute = ''] = subject.split('@');
  const [reason = 'fraudulent', kind] = cardDispute.split(':');
  openDispute(state, chargeId, {
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  });
}
