import { describe, expect, it } from '@jest/globals';
import { itemDifferences } from '../../people/membership/differences.js';
import { findingOf } from './check-money.commands.js';
import { firstWording } from './first-wordings.js';

const payment = {
  id: 'pi_1',
  userId: 'ann',
  kind: 'payment',
  status: 'paid',
  amountCents: 19_900,
} as const;

describe('a reworded finding', () => {
  it.each([
    [
      'Stripe has payment pi_1, which is paid, but the log does not',
      'Stripe has payment pi_1, which is paid, and the log does not',
    ],
    [
      'the log has invoice in_1, which is paid, but Stripe does not',
      'the log has invoice in_1, which is paid, and Stripe does not',
    ],
    [
      'subscription sub_1 is live in the log, but ended at Stripe',
      'subscription sub_1 is live in the log, and ended at Stripe',
    ],
    [
      'payment pi_1 has a fee of $1.00 in the log, but $2.00 at Stripe',
      'payment pi_1 has a fee of $1.00 in the log, and $2.00 at Stripe',
    ],
    [
      'refund re_1 of payment pi_1 has $0.00 in the log, but $9.00 at Stripe',
      'refund re_1 of payment pi_1 has $0.00 in the log, and $9.00 at Stripe',
    ],
    [
      'Stripe has payment pi_1, which is paid, for a user without an account',
      'Stripe has payment pi_1, which is paid, of someone without an account',
    ],
    [
      'balance transaction txn_1 (adjustment without a source) moves $330.00, which the log does not explain',
      'balance transaction txn_1 (adjustment of nothing) moves $330.00, which the log does not explain',
    ],
    [
      'booking b-1: the shares of a refund do not add up to its amount',
      'booking b-1: the shares of a refund do not add up to it',
    ],
    [
      'booking b-1: no other booking repays its debt',
      'booking b-1: its debt is repaid by no other booking',
    ],
    [
      'booking b-1: its cancellation records the approval 2027-03-12T17:59:00.000Z, not null',
      'booking b-1: its cancellation has the approval 2027-03-12T17:59:00.000Z, not null',
    ],
    [
      'membership of ann: no policy has a subscription for $1.00 a month',
      'membership of ann: a subscription for $1.00 a month is in no policy',
    ],
    [
      'membership of ann: its access ends at 2099-01-01, but the year ends at 2028-03-10',
      'membership of ann: its access ends at 2099-01-01, but the year at 2028-03-10',
    ],
    [
      'booking b-1: its cancellation for nonpayment has been due since 2027-03-10',
      'booking b-1: its cancellation, because it is not paid has been due since 2027-03-10',
    ],
    [
      'booking b-1: a refund of $100.00 of a wrong charge has been due since 2027-03-10',
      'booking b-1: a refund of $100.00 that was charged wrongly has been due since 2027-03-10',
    ],
    ['ann claims a name that bob has', 'ann claims a name that bob holds'],
    ['ann releases a name that no one has', 'ann releases a name that no one holds'],
    ['ann is erased, but still has emailClaim-1', 'ann is erased but holds emailClaim-1'],
    [
      'booking b-1 is live although its hour is closed',
      'booking b-1 is live while its hour is closed',
    ],
    [
      'ann is a member because of pi_1, which Courtly never requested',
      'ann is a member by pi_1, which they were never asked to pay',
    ],
    ['more of pi_1 was reversed than paid', 'more of pi_1 was reversed than was paid'],
  ])('has the first wording: %s', (text, earlierText) =>
    expect(firstWording(text)).toBe(earlierText),
  );

  it('keeps its id, so that it stays acknowledged', () => {
    const [text] = itemDifferences(null, payment, true);
    expect(findingOf('reconcile', 'member ann', text!).findingId).toBe('3be6ab12727c');
  });
});

it.each([
  'the log has payment pi_1, but Stripe does not',
  'Stripe has refund re_1 of $9.00, but the log does not',
  'it is captured in the log, but released at Stripe',
  'dispute du_1 is lost in the log, but won at Stripe',
  'dispute du_1 has a fee of $0.00 in the log, but $15.00 at Stripe',
  'dispute du_1 of payment pi_1 is lost at Stripe, but open in the log',
])('a finding that was never reworded keeps its text: %s', (text) =>
  expect(firstWording(text)).toBe(text),
);
