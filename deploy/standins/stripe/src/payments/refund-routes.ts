import type Stripe from 'stripe';
import { integer, mergeMetadata, metadata, oneOf, text } from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { change, create, find, idOf, newId, type World } from '../world.js';
import { book } from './balance.js';
import { refundable, withRefund } from './charge.js';

type Refund = Stripe.Refund;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Why `amount` cents of a charge (all that is left, when undefined) cannot be given back. */
export function refundRefusal(charge: Stripe.Charge, amount?: number) {
  if (charge.status !== 'succeeded' || !charge.captured)
    return invalidRequest(
      `Charge ${charge.id} has not been captured. Cancel its PaymentIntent to release a hold.`,
      {
        code: 'charge_not_refundable',
        param: 'charge',
      },
    );
  if (charge.disputed)
    return invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const left = refundable(charge);
  if (left === 0)
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount !== undefined && amount > left)
    return invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  if (amount !== undefined && amount < 1)
    return invalidRequest('Invalid positive integer', { param: 'amount' });
  return undefined;
}

/** The charge that a refund names, by itself or by its intent. */
function chargeOf(world: World, charge?: string | null, intent?: string | null): Stripe.Charge {
  if (charge) return find(world, 'charge', charge, 'charge');
  if (!intent)
    throw invalidRequest(
      "One of the following params should be provided for this request: 'charge' or 'payment_intent'.",
    );
  const { latest_charge, id } = find(world, 'payment_intent', intent, 'payment_intent');
  const latest = latest_charge && find(world, 'charge', idOf(latest_charge));
  if (!latest || latest.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  return latest;
}

function newRefund(
  world: World,
  charge: Stripe.Charge,
  amount: number,
  chosen: Partial<Refund>,
): Refund {
  const id = newId('re');
  const { id: balance_transaction } = book(world, {
    type: 'refund',
    reporting_category: 'refund',
    amount: -amount,
    currency: charge.currency,
    source: id,
  });
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction,
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    customer: charge.customer,
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
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...chosen,
  };
}

/** The bank sends a refund back: its money returns to the platform, and the charge can be refunded anew. */
export function failRefund(world: World, id: string, failure_reason = 'unknown'): Refund {
  const refund = find(world, 'refund', id);
  if (refund.status !== 'succeeded' && refund.status !== 'pending')
    throw invalidRequest(`Refund ${id} has a status of ${refund.status} and cannot fail.`);
  const { id: failure_balance_transaction } = book(world, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: id,
  });
  const charge = find(world, 'charge', idOf(refund.charge)!);
  change(world, 'charge', charge, withRefund(charge, -refund.amount));
  const fields = { status: 'failed', failure_reason, failure_balance_transaction };
  const failed = change(world, 'refund', refund, fields, 'refund.updated');
  world.emit('refund.failed', failed);
  world.emit('charge.refund.updated', failed, { previous: { status: refund.status } });
  return failed;
}

const lists = { charge: text, payment_intent: text };

export const refundRoutes: Routes = {
  'POST /v1/refunds': route(
    {
      amount: integer,
      charge: text,
      payment_intent: text,
      metadata,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (world, { amount, reason = null, ...params }) => {
      const charge = chargeOf(world, params.charge, params.payment_intent);
      const refusal = refundRefusal(charge, amount);
      if (refusal) throw refusal;
      const cents = amount ?? refundable(charge);
      const refund = newRefund(world, charge, cents, {
        reason,
        metadata: mergeMetadata({}, params.metadata),
      });
      create(world, 'refund', refund, 'refund.created');
      const after = change(world, 'charge', charge, withRefund(charge, cents));
      world.emit('charge.refunded', after, {
        previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
      });
      return refund;
    },
  ),
  'GET /v1/refunds/:id': retrieveRoute('refund'),
  'GET /v1/refunds': listRoute('refund', '/v1/refunds', lists, ({ charge, payment_intent }) => ({
    charge,
    payment_intent,
  })),
  'POST /v1/refunds/:id': route({ metadata }, (world, params, id) => {
    const refund = find(world, 'refund', id);
    const fields = { metadata: mergeMetadata(refund.metadata, params.metadata) };
    return change(world, 'refund', refund, fields, 'refund.updated');
  }),
};
