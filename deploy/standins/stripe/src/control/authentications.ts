import type Stripe from 'stripe';
import { invalidRequest, missingObject } from '../http/api-error.js';
import { finishAuthentication } from '../payments/attempt.js';
import { finishSetupAuthentication } from '../payments/setup-intent.js';
import type { StripeState } from '../state.js';

/**
 * Completes 3-D Secure for a payment or setup intent, with success or failure. Throws if the intent
 * is not waiting for it.
 */
export function completeAuthentication(
  state: StripeState,
  intentId: string,
  isAuthenticated: boolean,
): Stripe.PaymentIntent | Stripe.SetupIntent {
  const paymentIntent = state.objects.get('payment_intent', intentId);
  const setupIntent = paymentIntent ? undefined : state.objects.get('setup_intent', intentId);
  const waitingIntent = paymentIntent ?? setupIntent;
  if (!waitingIntent) throw missingObject('intent', intentId);
  if (waitingIntent.status !== 'requires_action')
    throw invalidRequest(
      `${intentId} is not waiting for 3-D Secure: it has a status of ${waitingIntent.status}.`,
    );
  return paymentIntent
    ? finishAuthentication(state, paymentIntent, isAuthenticated)
    : finishSetupAuthentication(state, setupIntent!, isAuthenticated);
}
