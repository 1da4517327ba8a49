import { describe, expect, it } from '@jest/globals';
import { journalAfter, balancesAfter } from '../../../testing/journal.js';

it('a top-up moves cash from the bank to Stripe, and back if it is reversed', () => {
  const topUp = { topUpId: 'tu_1', amountCents: 100_000 };
  const toppedUp = {
    type: 'PlatformToppedUp',
    data: { ...topUp, toppedUpAt: '2027-03-15T00:00Z' },
  };
  const reversed = {
    type: 'PlatformTopUpReversed',
    data: { ...topUp, reversedAt: '2027-03-16T00:00Z' },
  };
  expect(balancesAfter(toppedUp)).toEqual({ stripeCash: 100_000, bank: -100_000 });
  expect(journalAfter(toppedUp)).toMatchObject({ reference: 'bank-tu_1' });
  expect(balancesAfter(toppedUp, reversed)).toEqual({});
});

describe('a movement that Stripe makes on its own', () => {
  const transaction = { transactionId: 'txn_1', transactionType: 'stripe_fee', amountCents: 250 };
  const at = '2027-03-15T00:00:00.000Z';
  const feeCharged = { type: 'PlatformFeeCharged', data: { ...transaction, chargedAt: at } };
  const reserveChanged = (amountCents: number) => ({
    type: 'PlatformReserveChanged',
    data: { ...transaction, amountCents, changedAt: at },
  });

  it('costs a fee', () => {
    expect(balancesAfter(feeCharged)).toEqual({ stripeCash: -250, stripeFees: 250 });
    expect(journalAfter(feeCharged)).toMatchObject({ reference: 'stripe-txn_1' });
  });

  it('sets cash aside and releases it', () => {
    expect(balancesAfter(reserveChanged(5_000))).toEqual({
      stripeCash: -5_000,
      stripeReserve: 5_000,
    });
    expect(balancesAfter(reserveChanged(5_000), reserveChanged(-5_000))).toEqual({});
  });
});

describe("a payout to Courtly's bank", () => {
  const payout = { payoutId: 'po_1', amountCents: 3_300 };
  const sent = { type: 'PlatformPayoutSent', data: { ...payout, sentAt: '2027-03-15T00:00:00Z' } };
  const returned = {
    type: 'PlatformPayoutReturned',
    data: { ...payout, failureCode: 'account_closed', returnedAt: '2027-03-16T00:00:00Z' },
  };

  it('moves cash from Stripe to the bank', () => {
    expect(balancesAfter(sent)).toEqual({ stripeCash: -3_300, bank: 3_300 });
    expect(journalAfter(sent)).toMatchObject({ reference: 'bank-po_1' });
  });

  it('moves the cash back if the bank returns the payout', () =>
    expect(balancesAfter(sent, returned)).toEqual({}));
});

it('a tax payment moves cash from the bank to the city on the day that it is made', () => {
  const paid = {
    type: 'TaxPaymentRecorded',
    data: {
      paymentId: 'payment-1',
      city: 'Austin',
      month: '2027-03',
      amountCents: 2_640,
      paidOn: '2027-04-15',
      note: 'Confirmation 4711',
      recordedBy: 'ada',
      recordedAt: '2027-04-16T09:00:00.000Z',
    },
  };
  expect(balancesAfter(paid)).toEqual({ bank: -2_640, taxPayable: 2_640 });
  expect(journalAfter(paid)).toMatchObject({
    reference: 'tax-payment-1',
    entries: [{ at: '2027-04-15T00:00:00.000Z', month: '2027-04' }],
  });
});
