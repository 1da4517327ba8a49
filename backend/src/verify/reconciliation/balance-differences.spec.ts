import { expect, it } from '@jest/globals';
import {
  type BalanceChange,
  awaitsRecording,
  balanceDifference,
  movementKeyOf,
} from './balance-differences.js';

const charge: BalanceChange = {
  id: 'txn_1',
  type: 'charge',
  sourceId: 'ch_1',
  currency: 'usd',
  amountCents: 33_000,
  feeCents: 987,
};
const movement = { bookingId: 'booking-1', amountCents: 33_000, feeCents: 987 };

it('finds no difference if the log has the same movement', () =>
  expect(balanceDifference(charge, movement, 'unknown')).toBeNull());

it('accepts sources that were compared separately', () =>
  expect(balanceDifference(charge, null, 'compared')).toBeNull());

it.each(['stripe_fee', 'tax_fee', 'reserve_hold', 'reserved_funds'])(
  'compares %s by the id of the transaction',
  (type) => {
    const change = { ...charge, type, sourceId: null, amountCents: -250, feeCents: 0 };
    const recorded = { bookingId: '', amountCents: -250, feeCents: 0 };
    expect(movementKeyOf(change)).toBe('transaction txn_1');
    expect(balanceDifference(change, recorded, 'unknown')).toBeNull();
    expect(balanceDifference(change, null, 'unknown')).toBe(
      `balance transaction txn_1 (${type} without a source) moves -$2.50, which the log does not explain`,
    );
  },
);

it.each([
  ['stripe_fee', '2027-03-12T00:00:00.001Z', true],
  ['stripe_fee', '2027-03-12T00:00:00.000Z', false],
  ['charge', '2027-03-13T23:59:59.000Z', false],
])('decides whether a %s of %s still awaits recording: %s', (type, madeAt, isAwaited) =>
  expect(awaitsRecording(type, madeAt, '2027-03-14T00:00:00.000Z')).toBe(isAwaited),
);

it.each<[string, BalanceChange]>([
  [
    'balance transaction txn_1 (charge of ch_1) moves $100.00 with a fee of $3.20, but the log has $330.00 with a fee of $9.87',
    { ...charge, amountCents: 10_000, feeCents: 320 },
  ],
  [
    'balance transaction txn_1 (charge of ch_1) moves $330.00 with a fee of $10.00, but the log has $330.00 with a fee of $9.87',
    { ...charge, feeCents: 1_000 },
  ],
])('reports that %s', (difference, change) =>
  expect(balanceDifference(change, movement, 'compared')).toBe(difference),
);

it('reports a movement that the log does not explain', () =>
  expect(
    balanceDifference({ ...charge, type: 'adjustment', sourceId: null }, null, 'unknown'),
  ).toBe(
    'balance transaction txn_1 (adjustment without a source) moves $330.00, which the log does not explain',
  ));

it('compares payouts to the bank', () => {
  const payout = { ...charge, type: 'payout', sourceId: 'po_1', amountCents: -3_300, feeCents: 0 };
  const sent = { bookingId: '', amountCents: -3_300, feeCents: 0 };
  expect(balanceDifference(payout, sent, 'unknown')).toBeNull();
  expect(balanceDifference(payout, null, 'unknown')).toBe(
    'balance transaction txn_1 (payout of po_1) moves -$33.00, which the log does not explain',
  );
  expect(movementKeyOf({ ...payout, type: 'payout_failure' })).toBe('payout_return po_1');
  expect(movementKeyOf({ ...payout, type: 'payout_cancel' })).toBe('payout_return po_1');
});

it('reports a payout in another currency that an earlier release booked as dollars', () => {
  const payout = { ...charge, type: 'payout', sourceId: 'po_1', amountCents: -3_300, feeCents: 0 };
  const sent = { bookingId: '', amountCents: -3_300, feeCents: 0 };
  expect(balanceDifference({ ...payout, currency: 'eur' }, sent, 'unknown')).toBe(
    'balance transaction txn_1 (payout of po_1) moves EUR -33.00, but the log has dollars',
  );
});

it('compares top-ups from the bank', () => {
  const topUp = { ...charge, type: 'topup', sourceId: 'tu_1', amountCents: 100_000, feeCents: 0 };
  const added = { bookingId: '', amountCents: 100_000, feeCents: 0 };
  expect(balanceDifference(topUp, added, 'unknown')).toBeNull();
  expect(balanceDifference(topUp, null, 'unknown')).toBe(
    'balance transaction txn_1 (topup of tu_1) moves $1,000.00, which the log does not explain',
  );
  expect(movementKeyOf({ ...topUp, type: 'topup_reversal' })).toBe('topup_reversal tu_1');
});

it('uses one key for the same movement, whether made by card or another payment method', () =>
  expect(movementKeyOf({ ...charge, type: 'payment' })).toBe(movementKeyOf(charge)));
