import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { PlatformTransactionEvent } from './platform-transaction.events.js';
import {
  type PlatformTransactionType,
  isPlatformTransaction,
  platformTransaction,
} from './platform-transaction.js';

const given = specification(platformTransaction);
const madeAt = '2027-03-15T00:00:00.000Z';
const record = (transactionType: PlatformTransactionType, amountCents: number) =>
  ({
    type: 'RecordPlatformTransaction',
    data: { transactionId: 'txn_1', transactionType, amountCents, madeAt },
  }) as const;
const feeCharged: PlatformTransactionEvent = {
  type: 'PlatformFeeCharged',
  data: {
    transactionId: 'txn_1',
    transactionType: 'stripe_fee',
    amountCents: 250,
    chargedAt: madeAt,
  },
};

describe('a balance transaction that Stripe makes on its own', () => {
  it('is recorded once as a fee', () => {
    given().when(record('stripe_fee', 250)).then(feeCharged);
    given(feeCharged).when(record('stripe_fee', 250)).thenNothing();
  });

  it.each(['tax_fee', 'stripe_fx_fee'] as const)('is a fee if it is %s', (type) =>
    given()
      .when(record(type, 250))
      .then({ type: 'PlatformFeeCharged', data: { ...feeCharged.data, transactionType: type } }),
  );

  it.each([
    ['reserve_hold', 5_000],
    ['reserve_release', -5_000],
    ['reserved_funds', 5_000],
    ['reserve_transaction', 5_000],
  ] as const)('changes the reserve if it is %s of %d', (type, amountCents) =>
    given()
      .when(record(type, amountCents))
      .then({
        type: 'PlatformReserveChanged',
        data: { transactionId: 'txn_1', transactionType: type, amountCents, changedAt: madeAt },
      }),
  );

  it('is not a charge, refund, or transfer', () =>
    expect(['charge', 'refund', 'transfer', 'payout'].filter(isPlatformTransaction)).toEqual([]));
});
