import type Stripe from 'stripe';
import { StripeApiError } from '../http/api-error.js';
import { markInvoiceFailed, markInvoicePaid } from '../billing/settlement.js';
import { updateObject, createObject, findObject, referenceId, type StripeState } from '../state.js';
import { captureCharge } from './capture.js';
import { decideVerdict, type CardDecline } from './cards.js';
import { HOLD_SECONDS, buildCharge } from './charge.js';
import {
  authorizedFields,
  failedFields,
  requiresActionFields,
  paymentMethodFields,
} from './intent.js';
import { attachPaymentMethod, findTestCard, updateCardRecord } from './payment-method.js';

type PaymentIntent = Stripe.PaymentIntent;

function approvePayment(
  state: StripeState,
  paymentIntent: PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): PaymentIntent {
  const isManualCapture = paymentIntent.capture_method === 'manual';
  const heldCharge = buildCharge(paymentIntent, paymentMethod, {
    now: state.now,
    authenticated: isAuthenticated,
    card: findTestCard(state, paymentMethod.id).card,
  });
  const recordedCharge = isManualCapture
    ? state.objects.put('charge', heldCharge)
    : captureCharge(state, heldCharge, paymentIntent.amount);
  state.emit('charge.succeeded', recordedCharge);
  if (isManualCapture) state.timers.addTimer(state.now + HOLD_SECONDS, 'hold', paymentIntent.id);
  if (paymentIntent.setup_future_usage && paymentIntent.customer)
    attachPaymentMethod(state, paymentMethod, referenceId(paymentIntent.customer)!);
  updateCardRecord(state, paymentMethod.id, {
    ...(paymentIntent.setup_future_usage === 'off_session' && { setUp: true }),
    usedUp:
      !paymentMethod.customer && !(paymentIntent.setup_future_usage && paymentIntent.customer),
  });
  const eventType = isManualCapture
    ? 'payment_intent.amount_capturable_updated'
    : 'payment_intent.succeeded';
  const authorizedIntent = updateObject(
    state,
    'payment_intent',
    paymentIntent,
    authorizedFields(paymentIntent, recordedCharge.id),
    eventType,
  );
  if (!isManualCapture) markInvoicePaid(state, authorizedIntent, paymentMethod.id);
  return authorizedIntent;
}

type PaymentError = Stripe.PaymentIntent.LastPaymentError;

function failPayment(
  state: StripeState,
  paymentIntent: PaymentIntent,
  paymentError: PaymentError,
  chargeId: string | null,
): PaymentIntent {
  const failedIntent = updateObject(
    state,
    'payment_intent',
    paymentIntent,
    failedFields(paymentError, chargeId),
    'payment_intent.payment_failed',
  );
  markInvoiceFailed(state, failedIntent);
  return failedIntent;
}

function declinePayment(
  state: StripeState,
  paymentIntent: PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  cardDecline: CardDecline,
): StripeApiError {
  const failedCharge = createObject(
    state,
    'charge',
    buildCharge(paymentIntent, paymentMethod, {
      now: state.now,
      authenticated: false,
      card: findTestCard(state, paymentMethod.id).card,
      decline: cardDecline,
    }),
  );
  state.emit('charge.failed', failedCharge);
  const doc_url = `https://docs.stripe.com/error-codes/${cardDecline.code.replaceAll('_', '-')}`;
  const cardError = {
    type: 'card_error' as const,
    ...cardDecline,
    charge: failedCharge.id,
    doc_url,
    payment_method: paymentMethod,
  };
  const payment_intent = failPayment(state, paymentIntent, cardError, failedCharge.id);
  return new StripeApiError(402, { ...cardError, payment_intent }, true);
}

/** The hosted page for passing or failing 3-D Secure. */
const authenticationPage = (state: StripeState, { id, client_secret }: PaymentIntent) =>
  `${state.origin}/hosted/three_d_secure/${id}?client_secret=${client_secret}`;

function requireAuthentication(
  state: StripeState,
  paymentIntent: PaymentIntent,
  returnUrl: string | null,
  offSession: boolean,
): PaymentIntent {
  state.objects.put('_authentication', {
    id: `3ds:${paymentIntent.id}`,
    return_url: returnUrl,
    off_session: offSession,
  });
  const authenticationUrl = authenticationPage(state, paymentIntent);
  const nextAction: Stripe.PaymentIntent.NextAction = returnUrl
    ? {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: authenticationUrl },
      }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: authenticationUrl },
      };
  return updateObject(
    state,
    'payment_intent',
    paymentIntent,
    requiresActionFields(nextAction),
    'payment_intent.requires_action',
  );
}

/**
 * Tries to pay an intent with a payment method. Throws a 402 with its effects kept if the bank
 * declines.
 */
export function attemptPayment(
  state: StripeState,
  paymentIntent: PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  {
    offSession = false,
    returnUrl = null,
  }: { offSession?: boolean; returnUrl?: string | null } = {},
): PaymentIntent {
  const { card, record } = findTestCard(state, paymentMethod.id);
  const confirmedIntent = { ...paymentIntent, ...paymentMethodFields(paymentMethod.id) };
  const bankVerdict = decideVerdict(card, { offSession, setUp: record.setUp });
  switch (bankVerdict.kind) {
    case 'authorized':
      return approvePayment(state, confirmedIntent, paymentMethod, false);
    case 'authenticate':
      return requireAuthentication(state, confirmedIntent, returnUrl, offSession);
    case 'declined':
      throw declinePayment(state, confirmedIntent, paymentMethod, bankVerdict.decline);
  }
}

/** Completes 3-D Secure for a payment. Ignores an intent that no longer waits for it. */
export function finishAuthentication(
  state: StripeState,
  paymentIntent: PaymentIntent,
  isAuthenticated: boolean,
): PaymentIntent {
  if (paymentIntent.status !== 'requires_action') return paymentIntent;
  const paymentMethod = findObject(
    state,
    'payment_method',
    referenceId(paymentIntent.payment_method)!,
  );
  if (isAuthenticated) return approvePayment(state, paymentIntent, paymentMethod, true);
  const errorMessage =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const paymentError: PaymentError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
    message: errorMessage,
    payment_method: paymentMethod,
  };
  return failPayment(state, paymentIntent, paymentError, null);
}
