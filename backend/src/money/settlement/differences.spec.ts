import { expect, it } from '@jest/globals';
import type { Intent, Payment } from '../payments/payment.js';
import { paymentDifferences } from './differences.js';

const noted: Payment = {
  intentId: 'pi_1',
  clientSecret: '',
  status: 'captured',
  declines: [],
  isMismatched: false,
  refunds: {
    re_1: { amountCents: 16_500, failed: false },
    re_2: { amountCents: 500, failed: true },
  },
  chargeId: 'ch_1',
  disputes: {},
  byHand: { hostCents: 0, platformCents: 0 },
};
const intent: Intent = {
  intentId: 'pi_1',
  clientSecret: '',
  status: 'captured',
  amountCents: 33_000,
  charge: null,
  refunds: [
    { refundId: 're_1', amountCents: 16_500, failed: false },
    { refundId: 're_2', amountCents: 500, failed: true },
  ],
  disputes: [],
};

it('finds none where log and Stripe agree', () =>
  expect(paymentDifferences(noted, intent)).toEqual([]));

it.each<[string, Payment | null, Intent | null]>([
  ['Stripe has a payment that the log does not know', null, intent],
  ['the log has payment pi_1, and Stripe does not', noted, null],
  ['the log has payment pi_1, and Stripe pi_2', noted, { ...intent, intentId: 'pi_2' }],
  [
    'it is authorised in the log, and captured at Stripe',
    { ...noted, status: 'authorised' },
    intent,
  ],
  ['16500 came back by the log, and 0 by Stripe', noted, { ...intent, refunds: [] }],
  [
    'banks have taken 0 by the log, and 33000 by Stripe',
    noted,
    {
      ...intent,
      disputes: [
        {
          disputeId: 'du_1',
          status: 'open',
          takenCents: 33_000,
          feeCents: 1_500,
          returnedCents: 0,
          returnedFeeCents: 0,
        },
      ],
    },
  ],
  [
    "Stripe's amount of 32999 is not what the booking costs",
    { ...noted, isMismatched: true },
    { ...intent, amountCents: 32_999 },
  ],
])('finds that %s', (difference, log, stripe) =>
  expect(paymentDifferences(log, stripe)).toEqual([difference]),
);
