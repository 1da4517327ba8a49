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

it('reads when Stripe made a refund', () => {
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge: null };
  const refund = { id: 're_1', amount: 500, status: 'succeeded', created: 1_804_942_800 };
  const { refunds } = toIntent(
    intent as unknown as Stripe.PaymentIntent,
    [refund as Stripe.Refund],
    [],
  );
  expect(refunds).toMatchObject([{ refundId: 're_1', madeAt: '2027-03-13T13:00:00.000Z' }]);
});
