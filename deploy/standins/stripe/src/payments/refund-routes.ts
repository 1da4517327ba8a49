import type Stripe from 'stripe';
import {
  integerField,
  mergeMetadata,
  metadataField,
  oneOfField,
  textField,
} from '../http/parameters.js';
import { invalidRequest, missingObject } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { advanceRefund, createRefund, refundableAmount, refundError } from './refund.js';

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
  // Unlike for other parameters, Stripe responds with 404.
  const refundedIntent = state.objects.get('payment_intent', intentId);
  if (!refundedIntent) throw missingObject('payment_intent', intentId, 'payment_intent', 404);
  const { latest_charge, id } = refundedIntent;
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
      const validationError = refundError(state, refundedCharge, amount);
      if (validationError) throw validationError;
      const amountCents = amount ?? refundableAmount(state, refundedCharge);
      return createRefund(state, refundedCharge, amountCents, {
        reason,
        metadata: mergeMetadata({}, refundParameters.metadata),
      });
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
  'POST /v1/refunds/:id/cancel': createRoute({}, (state, _params, refundId) => {
    const storedRefund = findObject(state, 'refund', refundId);
    if (storedRefund.status !== 'requires_action')
      throw invalidRequest('Only refunds that require action can be canceled.');
    return advanceRefund(state, refundId, 'canceled');
  }),
};
