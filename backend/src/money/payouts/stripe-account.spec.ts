import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { needsOf } from './payout-needs.js';
import { toBankPayouts, toStripeAccount } from './stripe-account.js';

const requirements = {
  currently_due: ['individual.verification.document', 'external_account'],
  past_due: ['external_account'],
  disabled_reason: 'requirements.past_due',
  current_deadline: 1_806_537_600,
} as Stripe.Account.Requirements;

it('keeps the capability, payouts, and requirements that Stripe reports for an account', () => {
  expect(
    toStripeAccount({
      id: 'acct_1',
      capabilities: { transfers: 'active' },
      payouts_enabled: false,
      details_submitted: true,
      requirements,
    }),
  ).toEqual({
    accountId: 'acct_1',
    transfers: 'active',
    payoutsEnabled: false,
    isSubmitted: true,
    currentlyDue: ['external_account', 'individual.verification.document'],
    pastDue: ['external_account'],
    disabledReason: 'requirements.past_due',
    deadline: '2027-04-01T00:00:00.000Z',
  });
});

it('lists the payouts that ended, oldest first', () =>
  expect(
    toBankPayouts([
      { id: 'po_3', amount: 300, status: 'pending', failure_code: null },
      { id: 'po_2', amount: 200, status: 'failed', failure_code: 'account_closed' },
      { id: 'po_1', amount: 100, status: 'paid', failure_code: null },
    ]),
  ).toEqual([
    { payoutId: 'po_1', amountCents: 100, failureCode: null },
    { payoutId: 'po_2', amountCents: 200, failureCode: 'account_closed' },
  ]));

it.each([
  [['external_account'], ['bank_account']],
  [
    ['individual.verification.document', 'individual.id_number', 'tos_acceptance.date'],
    ['identity', 'terms'],
  ],
  [
    ['person_1abc.dob.day', 'external_account'],
    ['bank_account', 'identity'],
  ],
  [['business_profile.url', 'company.tax_id'], ['business']],
  [['interv_1.supportability'], ['other']],
  [[], []],
])('translates the requirements %j', (requirementNames, needs) =>
  expect(needsOf(requirementNames)).toEqual(needs),
);
