import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.js';
import { createListRoute, createRetrieveRoute, type ApiRoutes } from '../http/route.js';
import { textField } from '../http/parameters.js';
import { updateObject, createObject, findObject, createId, type StripeState } from '../state.js';
import { bookTransaction } from './balance.js';

const DAY_SECONDS = 24 * 60 * 60;
/** Stripe's fee for a dispute, in cents. */
const DISPUTE_FEE_CENTS = 1500;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const bookDisputeEntry = (
  state: StripeState,
  disputedCharge: Stripe.Charge,
  amountCents: number,
  feeCents: number,
) =>
  bookTransaction(state, {
    type: 'adjustment',
    reporting_category: 'dispute',
    amount: amountCents,
    fee: feeCents,
    currency: disputedCharge.currency,
    source: disputedCharge.id,
  });

/**
 * Withdraws a charge from the balance, plus Stripe's dispute fee. Throws if the charge is unpaid or
 * already disputed.
 */
export function openDispute(
  state: StripeState,
  chargeId: string,
  disputeReason = 'fraudulent',
): Stripe.Dispute {
  const disputedCharge = findObject(state, 'charge', chargeId);
  if (!disputedCharge.captured || disputedCharge.disputed)
    throw invalidRequest(`Charge ${chargeId} cannot be disputed now.`);
  const amountCents = disputedCharge.amount_captured - disputedCharge.amount_refunded;
  const withdrawal = bookDisputeEntry(state, disputedCharge, -amountCents, DISPUTE_FEE_CENTS);
  const cardBrand = disputedCharge.payment_method_details?.card?.brand ?? 'visa';
  const openedDispute = createObject(state, 'dispute', {
    id: createId('du'),
    object: 'dispute',
    amount: amountCents,
    balance_transactions: [withdrawal],
    charge: chargeId,
    created: state.now,
    currency: disputedCharge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: state.now + 9 * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: disputedCharge.payment_intent,
    payment_method_details: {
      card: {
        brand: cardBrand,
        case_type: 'chargeback',
        network: cardBrand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: disputeReason,
    status: 'needs_response',
  });
  updateObject(state, 'charge', disputedCharge, { disputed: true });
  state.emit('charge.dispute.created', openedDispute);
  state.emit('charge.dispute.funds_withdrawn', openedDispute);
  return openedDispute;
}

/** Closes a dispute. If the platform wins, the amount and the fee are returned. */
export function closeDispute(
  state: StripeState,
  disputeId: string,
  finalStatus: 'won' | 'lost',
): Stripe.Dispute {
  const openedDispute = findObject(state, 'dispute', disputeId);
  if (openedDispute.status === 'won' || openedDispute.status === 'lost')
    throw invalidRequest(`Dispute ${disputeId} is closed.`);
  const disputedCharge = findObject(state, 'charge', openedDispute.charge as string);
  const returnedEntries =
    finalStatus === 'won'
      ? [bookDisputeEntry(state, disputedCharge, openedDispute.amount, -DISPUTE_FEE_CENTS)]
      : [];
  const balance_transactions = [...openedDispute.balance_transactions, ...returnedEntries];
  const closedDispute = updateObject(state, 'dispute', openedDispute, {
    status: finalStatus,
    balance_transactions,
  });
  state.emit('charge.dispute.closed', closedDispute);
  if (finalStatus === 'won') state.emit('charge.dispute.funds_reinstated', closedDispute);
  return closedDispute;
}

export const disputeRoutes: ApiRoutes = {
  'GET /v1/disputes/:id': createRetrieveRoute('dispute'),
  'GET /v1/disputes': createListRoute(
    'dispute',
    '/v1/disputes',
    { charge: textField, payment_intent: textField },
    ({ charge, payment_intent }) => ({ charge, payment_intent }),
  ),
};
