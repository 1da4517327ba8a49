import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { toIntent } from './intent-of.js';

const intent = {
  id: 'pi_1',
  client_secret: 'pi_1_secret',
  status: 'succeeded',
  amount: 33_000,
  latest_charge: null,
} as unknown as Stripe.PaymentIntent;
const withdrawal = { amount: -33_000, fee: 1_500 };
const reinstatement = { amount: 33_000, fee: -1_500 };

const read = (status: string, ...balance_transactions: object[]) =>
  toIntent(intent, [], [{ id: 'du_1', status, balance_transactions } as unknown as Stripe.Dispute])
    .disputes[0];

describe('a Stripe dispute', () => {
  const disputedAmounts = {
    disputeId: 'du_1',
    takenCents: 33_000,
    feeCents: 1_500,
    returnedCents: 0,
    returnedFeeCents: 0,
  };
  const back = { returnedCents: 33_000, returnedFeeCents: 1_500 };

  it('stays open until the bank decides', () => {
    expect(read('needs_response', withdrawal)).toEqual({ ...disputedAmounts, status: 'open' });
    expect(read('warning_needs_response')).toMatchObject({ status: 'open', takenCents: 0 });
  });

  it('counts as lost with the decision of the bank', () =>
    expect(read('lost', withdrawal)).toEqual({ ...disputedAmounts, status: 'lost' }));

  it('counts as won once the money is returned', () => {
    expect(read('won', withdrawal)).toEqual({ ...disputedAmounts, status: 'open' });
    expect(read('won', withdrawal, reinstatement)).toEqual({
      ...disputedAmounts,
      ...back,
      status: 'won',
    });
    expect(read('warning_closed')).toMatchObject({ status: 'won', takenCents: 0 });
  });
});
