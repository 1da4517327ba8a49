import { expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { payoutReversed, payoutTransferred } from '../../../testing/paid-booking.js';
import { payoutDifferences } from './differences.js';
import { type Transfer, payout } from './payout.js';

const unpaid = payout.initial;
const noted = foldAll(payout, [payoutTransferred(), payoutReversed(10_000)]);
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

it.each([
  ['the log has transfer tr_1, but Stripe does not', noted, []],
  ['Stripe has transfer tr_1 that is not in the log', unpaid, [transfer]],
  [
    'Stripe has transfer tr_2 that is not in the log',
    noted,
    [transfer, { ...transfer, transferId: 'tr_2' }],
  ],
  ['the log paid the host 19700, but Stripe paid 29700', noted, [{ ...transfer, reversals: [] }]],
])('finds that %s', (difference, log, stripe) =>
  expect(payoutDifferences(log, stripe)).toEqual([difference]),
);
