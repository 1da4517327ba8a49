import type Stripe from 'stripe';
import { textField } from '../http/parameters.js';
import { createListRoute, createRetrieveRoute, type ApiRoutes } from '../http/route.js';
import { createId, createObject, findObject, referenceId, type StripeState } from '../state.js';

/** The bank reports a charge as fraud, before a possible dispute. */
export function warnOfFraud(
  state: StripeState,
  chargeId: string,
  fraud_type = 'made_with_stolen_card',
): Stripe.Radar.EarlyFraudWarning {
  const charge = findObject(state, 'charge', chargeId);
  const intentId = referenceId(charge.payment_intent);
  return createObject(
    state,
    'radar.early_fraud_warning',
    {
      id: createId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: !charge.refunded && !charge.disputed,
      charge: chargeId,
      created: state.now,
      fraud_type,
      livemode: false,
      ...(intentId && { payment_intent: intentId }),
    },
    'radar.early_fraud_warning.created',
  );
}

export const fraudWarningRoutes: ApiRoutes = {
  'GET /v1/radar/early_fraud_warnings/:id': createRetrieveRoute('radar.early_fraud_warning'),
  'GET /v1/radar/early_fraud_warnings': createListRoute(
    'radar.early_fraud_warning',
    '/v1/radar/early_fraud_warnings',
    { charge: textField, payment_intent: textField },
    ({ charge, payment_intent }) => ({ charge, payment_intent }),
  ),
};
