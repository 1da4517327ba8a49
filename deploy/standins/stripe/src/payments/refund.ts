import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.js';
import {
  createId,
  createObject,
  findObject,
  referenceId,
  updateObject,
  type StripeState,
} from '../state.js';
import { bookTransaction } from './balance.js';
import { applyRefund } from './charge.js';
import { findDisputes, isInquiry, isOpenDispute, withdrawnAmount } from './dispute.js';
import { findTestCard } from './payment-method.js';

type StripeRefund = Stripe.Refund;

/** The bank decides about a pending refund, or returns one, after this time. */
const BANK_SECONDS = 5;
const DAY_SECONDS = 24 * 60 * 60;

/** Cents of a charge that can still be refunded. */
export const refundableAmount = (state: StripeState, refundedCharge: Stripe.Charge): number =>
  findDisputes(state, refundedCharge).reduce(
    (remainingCents, dispute) => remainingCents - withdrawnAmount(dispute),
    refundedCharge.amount_captured - refundedCharge.amount_refunded,
  );

const formatDollars = (amountCents: number) => `$${(amountCents / 100).toFixed(2)}`;

/** The error if `amountCents` of a charge (the rest, if undefined) cannot be refunded. */
export function refundError(
  state: StripeState,
  refundedCharge: Stripe.Charge,
  amountCents?: number,
) {
  if (refundedCharge.status !== 'succeeded' || !refundedCharge.captured)
    return invalidRequest(
      `Charge ${refundedCharge.id} has not been captured. Cancel its PaymentIntent to release a hold.`,
      {
        code: 'charge_not_refundable',
        param: 'charge',
      },
    );
  const disputes = findDisputes(state, refundedCharge);
  const refundableCents = refundableAmount(state, refundedCharge);
  const isChargedBack =
    refundableCents === 0 && disputes.some((dispute) => withdrawnAmount(dispute) > 0);
  if (isChargedBack || disputes.some((dispute) => isOpenDispute(dispute) && !isInquiry(dispute)))
    return invalidRequest(
      `Charge ${refundedCharge.id} has been charged back; cannot issue a refund.`,
      {
        code: 'charge_disputed',
      },
    );
  if (refundableCents === 0)
    return invalidRequest(`Charge ${refundedCharge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amountCents !== undefined && amountCents > refundableCents)
    return invalidRequest(
      `Refund amount (${formatDollars(amountCents)}) is greater than unrefunded amount on charge (${formatDollars(refundableCents)})`,
      { param: 'amount' },
    );
  if (amountCents !== undefined && amountCents < 1)
    return invalidRequest('Invalid positive integer', { param: 'amount' });
  return undefined;
}

/** The card cannot be refunded, so Stripe asks the customer where to send the amount. */
const nextActionOf = (createdSeconds: number): StripeRefund['next_action'] => ({
  type: 'display_details',
  display_details: {
    email_sent: { email_sent_at: createdSeconds, email_sent_to: 'customer@example.com' },
    expires_at: createdSeconds + 45 * DAY_SECONDS,
  },
});

/** Refunds `amountCents` of a charge. */
export function createRefund(
  state: StripeState,
  refundedCharge: Stripe.Charge,
  amountCents: number,
  refundFields: Partial<StripeRefund>,
): StripeRefund {
  const refundId = createId('re');
  const { card } = findTestCard(state, refundedCharge.payment_method!);
  const startRule = state.objects.get('_refund_start', `refunds:${refundedCharge.id}`);
  const status = startRule?.status ?? (card.refunds === 'pending' ? 'pending' : 'succeeded');
  const { id: balance_transaction } = bookTransaction(state, {
    type: 'refund',
    reporting_category: 'refund',
    amount: -amountCents,
    currency: refundedCharge.currency,
    source: refundId,
  });
  const createdRefund = createObject(
    state,
    'refund',
    {
      id: refundId,
      object: 'refund',
      amount: amountCents,
      balance_transaction,
      charge: refundedCharge.id,
      created: state.now,
      currency: refundedCharge.currency,
      customer: refundedCharge.customer,
      customer_account: null,
      destination_details: {
        card: {
          reference_status: 'pending',
          reference_type: 'acquirer_reference_number',
          type: 'refund',
        },
        type: 'card',
      },
      metadata: {},
      payment_intent: refundedCharge.payment_intent,
      payment_method: refundedCharge.payment_method,
      ...(status === 'pending' && { pending_reason: 'processing' }),
      ...(status === 'requires_action' && { next_action: nextActionOf(state.now) }),
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      status,
      transfer_reversal: null,
      ...refundFields,
    },
    'refund.created',
  );
  if (card.refunds) state.timers.addTimer(state.now + BANK_SECONDS, 'refund', refundId);
  const { amount_refunded, refunded } = refundedCharge;
  const updatedCharge = updateObject(
    state,
    'charge',
    refundedCharge,
    applyRefund(refundedCharge, amountCents),
  );
  state.emit('charge.refunded', updatedCharge, { previous: { amount_refunded, refunded } });
  return createdRefund;
}

/** The statuses that follow each status. A succeeded refund can still be returned by the bank. */
const NEXT_STATUSES: Readonly<Record<string, readonly string[]>> = {
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
};

/**
 * Moves a refund to its next status. If it fails or is canceled, the funds return to the platform,
 * and the charge can be refunded again. Throws if the status cannot follow.
 */
export function advanceRefund(
  state: StripeState,
  refundId: string,
  nextStatus: 'succeeded' | 'failed' | 'canceled',
  failureReason = 'unknown',
): StripeRefund {
  const storedRefund = findObject(state, 'refund', refundId);
  if (!NEXT_STATUSES[storedRefund.status ?? '']?.includes(nextStatus))
    throw invalidRequest(
      `Refund ${refundId} has a status of ${storedRefund.status} and cannot be ${nextStatus}.`,
    );
  const { next_action: _done, pending_reason: _past, ...currentRefund } = storedRefund;
  const advancedRefund = state.objects.put('refund', {
    ...currentRefund,
    status: nextStatus,
    ...(nextStatus === 'failed' && { failure_reason: failureReason }),
    ...(nextStatus !== 'succeeded' && {
      failure_balance_transaction: returnFunds(state, storedRefund),
    }),
  });
  const previous = { status: storedRefund.status };
  state.emit('refund.updated', advancedRefund, { previous });
  if (nextStatus === 'failed') state.emit('refund.failed', advancedRefund);
  state.emit('charge.refund.updated', advancedRefund, { previous });
  return advancedRefund;
}

function returnFunds(state: StripeState, { id, amount, currency, charge }: StripeRefund): string {
  const refundedCharge = findObject(state, 'charge', referenceId(charge)!);
  updateObject(state, 'charge', refundedCharge, applyRefund(refundedCharge, -amount));
  return bookTransaction(state, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount,
    currency,
    source: id,
  }).id;
}

/** The bank decides about a refund to a test card. */
export function finishRefund(state: StripeState, refundId: string): void {
  const storedRefund = state.objects.get('refund', refundId);
  if (storedRefund?.status === 'pending') advanceRefund(state, refundId, 'succeeded');
  else if (storedRefund?.status === 'succeeded') advanceRefund(state, refundId, 'failed');
}
