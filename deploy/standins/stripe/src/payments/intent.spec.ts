import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { decideVerdict, findCardByNumber, findCardByToken } from './cards.js';
import {
  authorizedFields,
  canceledFields,
  cancellationError,
  capturedFields,
  captureError,
  confirmationError,
  buildIntent,
  updateError,
  requiresActionFields,
} from './intent.js';

const NOW = 1_800_000_000;
const intent = buildIntent(
  { amount: 33_000, currency: 'usd', capture_method: 'manual', metadata: {} },
  NOW,
);
const inState = (status: Stripe.PaymentIntent['status']) => ({
  ...intent,
  status,
  amount_capturable: 33_000,
});

describe('an intent', () => {
  it.each([
    ['requires_payment_method', true, false, true],
    ['requires_confirmation', true, false, true],
    ['requires_action', true, false, true],
    ['processing', false, false, true],
    ['requires_capture', false, true, true],
    ['succeeded', false, false, false],
    ['canceled', false, false, false],
  ] as const)(
    'in status %s allows confirm: %s, capture: %s, cancel: %s',
    (status, confirm, capture, cancel) => {
      expect(confirmationError(inState(status)) === undefined).toBe(confirm);
      expect(captureError(inState(status)) === undefined).toBe(capture);
      expect(cancellationError(inState(status)) === undefined).toBe(cancel);
    },
  );

  it.each([
    [1, undefined],
    [33_000, undefined],
    [33_001, 'amount_to_capture'],
    [0, 'amount_to_capture'],
    [-1, 'amount_to_capture'],
  ])('captures %i cents, or refuses with %s', (amount, param) =>
    expect(captureError(inState('requires_capture'), amount)?.body.param).toBe(param),
  );

  it('authorizes with manual capture and pays with automatic capture', () => {
    expect(authorizedFields(intent, 'ch_1')).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 33_000,
    });
    const automatic = { ...intent, capture_method: 'automatic' as const };
    expect(authorizedFields(automatic, 'ch_1')).toMatchObject({
      status: 'succeeded',
      amount_received: 33_000,
    });
  });

  it('leaves nothing to capture once it is finished', () => {
    expect(capturedFields(10_000)).toMatchObject({ amount_received: 10_000, amount_capturable: 0 });
    expect(canceledFields('expired', NOW)).toMatchObject({
      canceled_at: NOW,
      amount_capturable: 0,
      next_action: null,
    });
  });

  it('clears its last error while it waits for the customer', () =>
    expect(requiresActionFields({ type: 'use_stripe_sdk' })).toMatchObject({
      status: 'requires_action',
      last_payment_error: null,
    }));

  it('accepts descriptive changes at any time, and amounts only before the authorization', () => {
    expect(updateError(inState('requires_capture'), ['metadata', 'description'])).toBeUndefined();
    expect(updateError(inState('requires_capture'), ['metadata', 'amount'])?.body.code).toBe(
      'payment_intent_unexpected_state',
    );
    expect(updateError(inState('requires_action'), ['amount'])).toBeUndefined();
  });
});

describe('the bank', () => {
  const decide = (token: string, offSession: boolean, setUp = false) =>
    decideVerdict(findCardByToken(token)!, { offSession, setUp });

  it.each([
    ['pm_card_visa', false, false, 'authorized'],
    ['pm_card_visa', true, false, 'authorized'],
    ['pm_card_authenticationRequired', false, true, 'authenticate'],
    ['pm_card_authenticationRequired', true, true, 'declined'],
    ['pm_card_authenticationRequiredOnSetup', false, true, 'authenticate'],
    ['pm_card_authenticationRequiredOnSetup', true, false, 'declined'],
    ['pm_card_authenticationRequiredOnSetup', true, true, 'authorized'],
  ])('decides on %s (off session: %s, set up: %s): %s', (token, offSession, setUp, kind) =>
    expect(decide(token, offSession, setUp).kind).toBe(kind),
  );

  it('recognizes only test cards', () => {
    expect(findCardByNumber('4242 4242 4242 4242')?.brand).toBe('visa');
    expect(findCardByNumber('4111111111111111')).toBeUndefined();
    expect(findCardByToken('constructor')).toBeUndefined();
  });
});
