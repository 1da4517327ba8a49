import { describe, expect, it } from '@jest/globals';
import { type Dispute, newDispute } from '../payments/disputes.js';
import { paymentState, refundOf, wrongChargeOf } from '../../../testing/paid-booking.js';
import type { Intent, Payment } from '../payments/payment.js';
import { paymentDifferences } from './differences.js';

const noted: Payment = paymentState({
  status: 'captured',
  refunds: {
    re_1: refundOf(16_500),
    re_2: refundOf(500, { failed: true }),
  },
  chargeId: 'ch_1',
  capturedCents: 33_000,
  feeCents: 987,
});
const intent: Intent = {
  intentId: 'pi_1',
  clientSecret: '',
  status: 'captured',
  amountCents: 33_000,
  receivedCents: 33_000,
  currency: 'usd',
  charge: { chargeId: 'ch_1', declineCode: null, captureBefore: null, processorFeeCents: 987 },
  refunds: [
    { refundId: 're_1', ...refundOf(16_500) },
    { refundId: 're_2', ...refundOf(500, { failed: true }) },
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
    'the log has a charge of $330.00, but Stripe has $100.00',
    noted,
    { ...intent, receivedCents: 10_000 },
  ],
  ['the log has usd, but Stripe has eur', noted, { ...intent, currency: 'eur' }],
  ['the log has a fee of $0.00, but Stripe has $9.87', { ...noted, feeCents: 0 }, intent],
  [
    'the log has refund re_1 of $165.00, but Stripe does not',
    noted,
    { ...intent, refunds: intent.refunds.slice(1) },
  ],
  [
    'Stripe has refund re_3 of $1.00, but the log does not',
    noted,
    {
      ...intent,
      refunds: [...intent.refunds, { refundId: 're_3', ...refundOf(100) }],
    },
  ],
  [
    'the log has refund re_1 of $165.00, but Stripe has $165.00, which failed',
    noted,
    {
      ...intent,
      refunds: intent.refunds.map((refund) => ({ ...refund, failed: true })),
    },
  ],
  [
    'Stripe has dispute du_1 of $330.00 withdrawn and $0.00 returned, but the log does not',
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
    "Stripe's amount of $329.99 differs from the price of the booking",
    { ...noted, isMismatched: true },
    { ...intent, amountCents: 32_999 },
  ],
])('finds that %s', (difference, log, stripe) =>
  expect(paymentDifferences(log, stripe)).toEqual([difference]),
);

describe('a charge that differs from the price', () => {
  const wrongCharge = { ...wrongChargeOf(10_000), currency: 'usd', refunds: noted.refunds };
  const atStripe = { ...intent, amountCents: 10_000, receivedCents: 10_000, charge: null };
  const logged = paymentState({ isMismatched: true, status: 'cancelled', wrongCharge });

  it('is no difference once it is recorded with its refunds', () => {
    expect(paymentDifferences(logged, atStripe)).toEqual([]);
    expect(paymentDifferences({ ...logged, wrongCharge: null }, atStripe)).toContain(
      'the log has a charge of $0.00, but Stripe has $100.00',
    );
    const unrefunded = { ...logged, wrongCharge: { ...wrongCharge, refunds: {} } };
    expect(paymentDifferences(unrefunded, atStripe)).toContainEqual(
      expect.stringContaining('Stripe has refund re_1'),
    );
  });

  it('is a difference in another currency until all of it is returned', () => {
    const inEuros = (settledCents: number) => ({
      ...logged,
      wrongCharge: { ...wrongCharge, currency: 'eur', refunds: {}, settledCents },
    });
    const stripe = { ...atStripe, currency: 'eur', refunds: [] };
    expect(paymentDifferences(inEuros(0), stripe)).toEqual([
      "Stripe's amount of EUR 100.00 differs from the price of the booking",
    ]);
    expect(paymentDifferences(inEuros(10_000), stripe)).toEqual([]);
  });
});

it.each<[string, Partial<Dispute>]>([
  ['dispute du_1 is open in the log, but lost at Stripe', { status: 'lost' }],
  ['dispute du_1 has a fee of $15.00 in the log, but $0.00 at Stripe', { returnedFeeCents: 1_500 }],
])('finds a difference despite equal amounts: %s', (text, changes) => {
  const logged = { ...newDispute, takenCents: 33_000, feeCents: 1_500 };
  const disputes = [{ disputeId: 'du_1', isAppeal: false, ...logged, ...changes }];
  expect(
    paymentDifferences({ ...noted, disputes: { du_1: logged } }, { ...intent, disputes }),
  ).toEqual([text]);
});

it('ignores inquiries, which move no money', () => {
  const inquiry = { disputeId: 'du_1', ...newDispute, isInquiry: true, isAppeal: false };
  expect(paymentDifferences(noted, { ...intent, disputes: [inquiry] })).toEqual([]);
});

it('does not compare a fee that Stripe has not reported yet', () =>
  expect(
    paymentDifferences(
      { ...noted, feeCents: 0 },
      { ...intent, charge: { ...intent.charge!, processorFeeCents: null } },
    ),
  ).toEqual([]));
