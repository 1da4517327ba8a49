import { expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { reversed, transferred } from '../../../testing/paid-booking.js';
import { payoutDifferences } from './differences.js';
import { type Transfer, payout } from './payout.js';

const unpaid = payout.initial;
const noted = foldAll(payout, [transferred(), reversed(10_000)]);
const transfer: Transfer = {
  transferId: 'tr_1',
  accountId: 'acct_1',
  amountCents: 29_700,
  reversals: [{ reversalId: 'trr_1', amountCents: 10_000 }],
};

it('finds none where log and Stripe agree', () => {
  expect(payoutDifferences(unpaid, [])).toEqual([]);
  expect(payoutDifferences(noted, [transfer])).toEqual([]);
});

it.each([
  ['the log has transfer tr_1, and Stripe does not', noted, []],
  ['Stripe has transfer tr_1 that the log does not know', unpaid, [transfer]],
  [
    'Stripe has transfer tr_2 that the log does not know',
    noted,
    [transfer, { ...transfer, transferId: 'tr_2' }],
  ],
  ['the host has 19700 by the log, and 29700 by Stripe', noted, [{ ...transfer, reversals: [] }]],
])('finds that %s', (difference, log, stripe) =>
  expect(payoutDifferences(log, stripe)).toEqual([difference]),
);
