import { expect, it } from '@jest/globals';
import { payoutReversed, payoutTransferred } from '../../../testing/paid-booking.js';
import { type LoggedTransfers, loggedTransfersAfter, payoutDifferences } from './differences.js';
import type { Transfer } from './payout.js';

const unpaid: LoggedTransfers = {};
const noted = [payoutTransferred(), payoutReversed(10_000)].reduce(loggedTransfersAfter, unpaid);
const transfer: Transfer = {
  transferId: 'tr_1',
  accountId: 'acct_1',
  amountCents: 29_700,
  reversals: [{ reversalId: 'trr_1', amountCents: 10_000 }],
};

it('finds no difference if the log matches Stripe', () => {
  expect(payoutDifferences(unpaid, [])).toEqual([]);
  expect(payoutDifferences(noted, [transfer])).toEqual([]);
});

it.each<[string, LoggedTransfers, Transfer[]]>([
  ['the log has transfer tr_1 of $297.00 to acct_1, but Stripe does not', noted, []],
  [
    'Stripe has transfer tr_1 of $297.00 to acct_1, but the log does not',
    unpaid,
    [{ ...transfer, reversals: [] }],
  ],
  [
    'Stripe has transfer tr_2 of $5.00 to acct_1, but the log does not',
    noted,
    [transfer, { ...transfer, transferId: 'tr_2', amountCents: 500, reversals: [] }],
  ],
  [
    'the log has transfer tr_1 of $297.00 to acct_1, but Stripe has $297.00 to acct_2',
    noted,
    [{ ...transfer, accountId: 'acct_2' }],
  ],
  [
    'the log has reversal trr_1 of $100.00, but Stripe does not',
    noted,
    [{ ...transfer, reversals: [] }],
  ],
  [
    'the log has reversal trr_1 of $100.00, but Stripe has $1.00',
    noted,
    [{ ...transfer, reversals: [{ reversalId: 'trr_1', amountCents: 100 }] }],
  ],
])('finds that %s', (difference, log, stripe) =>
  expect(payoutDifferences(log, stripe)).toEqual([difference]),
);
