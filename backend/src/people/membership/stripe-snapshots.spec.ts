import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { JUNE, after, founder, record, seat } from '../../../testing/membership-history.js';
import { nextStep } from './next-step.js';
import { chargeSnapshotOf, subscriptionSnapshotOf } from './stripe-snapshots.js';

const intent = { currency: 'usd', latest_charge: null } as Stripe.PaymentIntent;
const disputeWith = (status: Stripe.Dispute.Status, ...amounts: number[]) =>
  ({
    id: 'du_1',
    amount: 19_900,
    reason: 'fraudulent',
    status,
    evidence_details: { due_by: null },
    balance_transactions: amounts.map((amount) => ({ amount, fee: 0 })),
  }) as unknown as Stripe.Dispute;
const reversalOf = (dispute: Stripe.Dispute) =>
  chargeSnapshotOf(intent, [], [dispute]).reversals[0]!;

it.each([
  ['needs_response', [-19_900], 19_900, false],
  ['lost', [-19_900], 19_900, true],
  ['prevented', [-19_900], 19_900, true],
  ['warning_closed', [-19_900], 19_900, true],
  ['won', [-19_900], 19_900, false],
  ['won', [-19_900, 19_900], 0, true],
] as const)(
  'a membership dispute with status %s and movements %j has taken %i (final: %j)',
  (status, amounts, amountCents, isFinal) => {
    expect(reversalOf(disputeWith(status, ...amounts))).toMatchObject({ amountCents, isFinal });
  },
);

it('a snapshot has the paid amount of a paid invoice, and the remaining amount of an open one', () => {
  const subscription = { id: 'sub_1', status: 'active' } as Stripe.Subscription;
  const invoice = (status: 'paid' | 'open', paidCents: number) =>
    ({
      id: `in_${status}`,
      status,
      amount_due: 10_000,
      amount_paid: paidCents,
      amount_remaining: 10_000 - paidCents,
      currency: 'usd',
      attempt_count: 0,
      lines: { data: [{ period: { start: 1_804_939_200, end: 1_807_617_600 } }] },
    }) as unknown as Stripe.Invoice;
  const invoices = [invoice('paid', 9_000), invoice('open', 4_000)];
  expect(subscriptionSnapshotOf(subscription, invoices).invoices).toMatchObject([
    { invoiceId: 'in_paid', status: 'paid', amountCents: 9_000 },
    { invoiceId: 'in_open', status: 'waiting', amountCents: 6_000 },
  ]);
});

it('a dispute that was prevented by returning the payment frees the seat of the founder', () => {
  const taken = reversalOf(disputeWith('prevented', -19_900));
  const { state } = after(founder, record([taken], { freesSeat: true }));
  expect(nextStep(state, seat, JUNE, null)).toEqual({ type: 'freeSeat' });
});
