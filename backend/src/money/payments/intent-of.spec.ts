import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { toIntent } from './intent-of.js';

it('reads the brand and last four digits of the card', () => {
  const latest_charge = {
    id: 'ch_1',
    status: 'succeeded',
    balance_transaction: null,
    payment_method_details: { card: { brand: 'visa', last4: '4242', capture_before: null } },
  };
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge };
  expect(toIntent(intent as unknown as Stripe.PaymentIntent, [], []).charge).toMatchObject({
    chargeId: 'ch_1',
    card: { brand: 'visa', last4: '4242' },
  });
});
