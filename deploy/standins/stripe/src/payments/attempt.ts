import type Stripe from 'stripe';
import { Refusal } from '../http/refusal.js';
import { invoiceFailed, invoicePaid } from '../billing/settlement.js';
import { change, create, find, idOf, type World } from '../world.js';
import { book, feeOf, PENDING_SECONDS } from './balance.js';
import { verdict, type Decline } from './cards.js';
import { capturedCharge, HOLD_SECONDS, newCharge } from './charge.js';
import { authorised, failed, waitsForAction, withPaymentMethod } from './intent.js';
import { attach, cardOf, remember } from './payment-method.js';

type Intent = Stripe.PaymentIntent;

/** Moves the money of a held charge: `amount` cents, less the fee. */
export function take(world: World, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const { card } = cardOf(world, charge.payment_method!);
  const { id: transaction } = book(world, {
    type: 'charge',
    reporting_category: 'charge',
    amount,
    currency: charge.currency,
    fee: feeOf(amount),
    source: charge.id,
    available_on: card.availableAtOnce ? world.now : world.now + PENDING_SECONDS,
  });
  return world.objects.put('charge', { ...charge, ...capturedCharge(amount, transaction) });
}

function approve(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Intent {
  const isManual = intent.capture_method === 'manual';
  const held = newCharge(intent, method, { now: world.now, authenticated });
  const charge = isManual ? world.objects.put('charge', held) : take(world, held, intent.amount);
  world.emit('charge.succeeded', charge);
  if (isManual) world.timers.set(world.now + HOLD_SECONDS, 'hold', intent.id);
  if (intent.setup_future_usage && intent.customer) attach(world, method, idOf(intent.customer)!);
  remember(world, method.id, {
    ...(intent.setup_future_usage === 'off_session' && { setUp: true }),
    usedUp: !method.customer && !(intent.setup_future_usage && intent.customer),
  });
  const event = isManual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded';
  const paid = change(world, 'payment_intent', intent, authorised(intent, charge.id), event);
  if (!isManual) invoicePaid(world, paid, method.id);
  return paid;
}

type LastError = Stripe.PaymentIntent.LastPaymentError;

function fail(world: World, intent: Intent, error: LastError, charge: string | null): Intent {
  const after = change(
    world,
    'payment_intent',
    intent,
    failed(error, charge),
    'payment_intent.payment_failed',
  );
  invoiceFailed(world, after);
  return after;
}

function refuse(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Refusal {
  const charge = create(
    world,
    'charge',
    newCharge(intent, method, { now: world.now, authenticated: false, decline }),
  );
  world.emit('charge.failed', charge);
  const doc_url = `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`;
  const error = {
    type: 'card_error' as const,
    ...decline,
    charge: charge.id,
    doc_url,
    payment_method: method,
  };
  const payment_intent = fail(world, intent, error, charge.id);
  return new Refusal(402, { ...error, payment_intent }, true);
}

/** The page on which a person passes 3-D Secure or not. */
const authenticationPage = (world: World, { id, client_secret }: Intent) =>
  `${world.origin}/hosted/three_d_secure/${id}?client_secret=${client_secret}`;

function askForAction(
  world: World,
  intent: Intent,
  returnUrl: string | null,
  offSession: boolean,
): Intent {
  world.objects.put('_authentication', {
    id: `3ds:${intent.id}`,
    return_url: returnUrl,
    off_session: offSession,
  });
  const url = authenticationPage(world, intent);
  const action: Stripe.PaymentIntent.NextAction = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      };
  return change(
    world,
    'payment_intent',
    intent,
    waitsForAction(action),
    'payment_intent.requires_action',
  );
}

/**
 * Tries to pay an intent with a payment method. Throws a refusal with 402 that takes effect when the bank declines.
 */
export function attempt(
  world: World,
  intent: Intent,
  method: Stripe.PaymentMethod,
  {
    offSession = false,
    returnUrl = null,
  }: { offSession?: boolean; returnUrl?: string | null } = {},
): Intent {
  const { card, known } = cardOf(world, method.id);
  const ready = { ...intent, ...withPaymentMethod(method.id) };
  const answer = verdict(card, { offSession, setUp: known.setUp });
  switch (answer.kind) {
    case 'authorised':
      return approve(world, ready, method, false);
    case 'authenticate':
      return askForAction(world, ready, returnUrl, offSession);
    case 'declined':
      throw refuse(world, ready, method, answer.decline);
  }
}

/** A person passed 3-D Secure, or did not. Does nothing to an intent that no longer waits for it. */
export function authenticate(world: World, intent: Intent, passed: boolean): Intent {
  if (intent.status !== 'requires_action') return intent;
  const method = find(world, 'payment_method', idOf(intent.payment_method)!);
  if (passed) return approve(world, intent, method, true);
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const error: LastError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
    message,
    payment_method: method,
  };
  return fail(world, intent, error, null);
}
