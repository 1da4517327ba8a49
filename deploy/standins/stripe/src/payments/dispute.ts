import type Stripe from 'stripe';
import { invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, type Routes } from '../http/route.js';
import { text } from '../http/parameters.js';
import { change, create, find, newId, type World } from '../world.js';
import { book } from './balance.js';

const DAY = 24 * 60 * 60;
/** Stripe's fee for a dispute, in cents. */
const FEE = 1500;

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

const move = (world: World, charge: Stripe.Charge, amount: number, fee: number) =>
  book(world, {
    type: 'adjustment',
    reporting_category: 'dispute',
    amount,
    fee,
    currency: charge.currency,
    source: charge.id,
  });

/** A cardholder's bank takes a charge back, with Stripe's fee. Refuses a charge that is not paid or has a dispute. */
export function openDispute(world: World, id: string, reason = 'fraudulent'): Stripe.Dispute {
  const charge = find(world, 'charge', id);
  if (!charge.captured || charge.disputed)
    throw invalidRequest(`Charge ${id} cannot be disputed now.`);
  const amount = charge.amount_captured - charge.amount_refunded;
  const withdrawn = move(world, charge, -amount, FEE);
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const dispute = create(world, 'dispute', {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn],
    charge: id,
    created: world.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.now + 9 * DAY,
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
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  });
  change(world, 'charge', charge, { disputed: true });
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides. When the platform wins, the money comes back, and the fee with it. */
export function closeDispute(world: World, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = find(world, 'dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalidRequest(`Dispute ${id} is closed.`);
  const charge = find(world, 'charge', dispute.charge as string);
  const returned = status === 'won' ? [move(world, charge, dispute.amount, -FEE)] : [];
  const balance_transactions = [...dispute.balance_transactions, ...returned];
  const closed = change(world, 'dispute', dispute, { status, balance_transactions });
  world.emit('charge.dispute.closed', closed);
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

export const disputeRoutes: Routes = {
  'GET /v1/disputes/:id': retrieveRoute('dispute'),
  'GET /v1/disputes': listRoute(
    'dispute',
    '/v1/disputes',
    { charge: text, payment_intent: text },
    ({ charge, payment_intent }) => ({ charge, payment_intent }),
  ),
};
