import type Stripe from 'stripe';
import {
  integerField,
  mergeMetadata,
  metadataField,
  oneOfField,
  textField,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import {
  updateObject,
  createObject,
  findObject,
  referenceId,
  createId,
  type StripeState,
} from '../state.js';
import { bookTransaction } from './balance.js';
import { refundableAmount, applyRefund } from './charge.js';

type StripeRefund = Stripe.Refund;

const formatDollars = (amountCents: number) => `$${(amountCents / 100).toFixed(2)}`;

/** The error if `amountCents` of a charge (the rest, if undefined) cannot be refunded. */
export function refundError(refundedCharge: Stripe.Charge, amountCents?: number) {
  if (refundedCharge.status !== 'succeeded' || !refundedCharge.captured)
    return invalidRequest(
      `Charge ${refundedCharge.id} has not been captured. Cancel its PaymentIntent to release a hold.`,
      {
        code: 'charge_not_refundable',
        param: 'charge',
      },
    );
  if (refundedCharge.disputed)
    return invalidRequest(
      `Charge ${refundedCharge.id} has been charged back; cannot issue a refund.`,
      {
        code: 'charge_disputed',
      },
    );
  const refundableCents = refundableAmount(refundedCharge);
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

/** The charge of a refund, given directly or by its intent. */
function findRefundedCharge(
  state: StripeState,
  chargeId?: string | null,
  intentId?: string | null,
): Stripe.Charge {
  if (chargeId) return findObject(state, 'charge', chargeId, 'charge');
  if (!intentId)
    throw invalidRequest(
      "One of the following params should be provided for this request: 'charge' or 'payment_intent'.",
    );
  const { latest_charge, id } = findObject(state, 'payment_intent', intentId, 'payment_intent');
  const latestCharge = latest_charge && findObject(state, 'charge', referenceId(latest_charge));
  if (!latestCharge || latestCharge.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  return latestCharge;
}

function buildRefund(
  state: StripeState,
  refundedCharge: Stripe.Charge,
  amountCents: number,
  refundFields: Partial<StripeRefund>,
): StripeRefund {
  const refundId = createId('re');
  const { id: balance_transaction } = bookTransaction(state, {
    type: 'refund',
    reporting_category: 'refund',
    amount: -amountCents,
    currency: refundedCharge.currency,
    source: refundId,
  });
  return {
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
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...refundFields,
  };
}

/** Fails a refund: the funds return to the platform, and the charge can be refunded again. */
export function failRefund(
  state: StripeState,
  refundId: string,
  failure_reason = 'unknown',
): StripeRefund {
  const storedRefund = findObject(state, 'refund', refundId);
  if (storedRefund.status !== 'succeeded' && storedRefund.status !== 'pending')
    throw invalidRequest(
      `Refund ${refundId} has a status of ${storedRefund.status} and cannot fail.`,
    );
  const { id: failure_balance_transaction } = bookTransaction(state, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: storedRefund.amount,
    currency: storedRefund.currency,
    source: refundId,
  });
  const refundedCharge = findObject(state, 'charge', referenceId(storedRefund.charge)!);
  updateObject(state, 'charge', refundedCharge, applyRefund(refundedCharge, -storedRefund.amount));
  const failureFields = { status: 'failed', failure_reason, failure_balance_transaction };
  const failedRefund = updateObject(state, 'refund', storedRefund, failureFields, 'refund.updated');
  state.emit('refund.failed', failedRefund);
  state.emit('charge.refund.updated', failedRefund, { previous: { status: storedRefund.status } });
  return failedRefund;
}

const refundFilterShape = { charge: textField, payment_intent: textField };

export const refundRoutes: ApiRoutes = {
  'POST /v1/refunds': createRoute(
    {
      amount: integerField,
      charge: textField,
      payment_intent: textField,
      metadata: metadataField,
      reason: oneOfField('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (state, { amount, reason = null, ...refundParameters }) => {
      const refundedCharge = findRefundedCharge(
        state,
        refundParameters.charge,
        refundParameters.payment_intent,
      );
      const validationError = refundError(refundedCharge, amount);
      if (validationError) throw validationError;
      const amountCents = amount ?? refundableAmount(refundedCharge);
      const createdRefund = buildRefund(state, refundedCharge, amountCents, {
        reason,
        metadata: mergeMetadata({}, refundParameters.metadata),
      });
      createObject(state, 'refund', createdRefund, 'refund.created');
      const updatedCharge = updateObject(
        state,
        'charge',
        refundedCharge,
        applyRefund(refundedCharge, amountCents),
      );
      state.emit('charge.refunded', updatedCharge, {
        previous: {
          amount_refunded: refundedCharge.amount_refunded,
          refunded: refundedCharge.refunded,
        },
      });
      return createdRefund;
    },
  ),
  'GET /v1/refunds/:id': createRetrieveRoute('refund'),
  'GET /v1/refunds': createListRoute(
    'refund',
    '/v1/refunds',
    refundFilterShape,
    ({ charge, payment_intent }) => ({
      charge,
      payment_intent,
    }),
  ),
  'POST /v1/refunds/:id': createRoute(
    { metadata: metadataField },
    (state, parameters, refundId) => {
      const createdRefund = findObject(state, 'refund', refundId);
      const refundFields = { metadata: mergeMetadata(createdRefund.metadata, parameters.metadata) };
      return updateObject(state, 'refund', createdRefund, refundFields, 'refund.updated');
    },
  ),
};
