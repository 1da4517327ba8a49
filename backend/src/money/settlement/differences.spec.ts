import { expect, it } from '@jest/globals';
import { newDispute } from '../payments/disputes.js';
import { paymentState } from '../../../testing/paid-booking.js';
import type { Intent, Payment } from '../payments/payment.js';
import { paymentDifferences } from './differences.js';

const noted = paymentState({
  status: 'captured',
  refunds: {
    re_1: { amountCents: 16_500, failed: false },
    re_2: { amountCents: 500, failed: true },
  },
  chargeId: 'ch_1',
  capturedCents: 33_000,
});
const intent: Intent = {
  intentId: 'pi_1',
  clientSecret: '',
  status: 'captured',
  amountCents: 33_000,
  receivedCents: 33_000,
  currency: 'usd',
  charge: null,
  refunds: [
    { refundId: 're_1', amountCents: 16_500, failed: false },
    { refundId: 're_2', amountCents: 500, failed: true },
  ],
  disputes: [],
};

it('finds no difference if the log matches Stripe', () =>
  expect(paymentDifferences(noted, intent)).toEqual([]));

it.each<[string, Payment | null, Intent | null]>([
  ['Stripe has a payment that is not in the log', null, intent],
  ['the log has payment pi_1, but Stripe does not', noted, null],
  ['the log has payment pi_1, but Stripe has pi_2', noted, { ...intent, intentId: 'pi_2' }],
  [
    'it is authorised in the log, but captured at Stripe',
    { ...noted, status: 'authorised' },
    intent,
  ],
  [
    'the log has a charge of 33000, but Stripe has 10000',
    noted,
    { ...intent, receivedCents: 10_000 },
  ],
  ['the log has refunds of 16500, but Stripe has 0', noted, { ...intent, refunds: [] }],
  [
    'the log has disputes of 0, but Stripe has 33000',
    noted,
    {
      ...intent,
      disputes: [
        {
          disputeId: 'du_1',
          ...newDispute,
          isAppeal: false,
          takenCents: 33_000,
          feeCents: 1_500,
        },
      ],
    },
  ],
  [
    "Stripe's amount of 32999 usd differs from the price of the booking",
    { ...noted, isMismatched: true },
    { ...intent, amountCents: 32_999 },
  ],
])('finds that %s', (difference, log, stripe) =>
  expect(paymentDifferences(log, stripe)).toEqual([difference]),
);
