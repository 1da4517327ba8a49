import { describe, expect, it } from '@jest/globals';
import {
  ANN,
  NOON,
  foundingActivated,
  intentCreated,
  eliteLapsed,
  monthlyActivated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import {
  type MembershipItem,
  itemDifferences,
  itemsOfEvent,
  reversalDifferences,
} from './differences.js';
import type { MembershipEvent } from './membership.events.js';
import type { Reversal } from './membership-payments.js';

const payment: MembershipItem = {
  id: 'pi_1',
  userId: ANN,
  kind: 'payment',
  status: 'paid',
  amountCents: 19_900,
};
const invoice: MembershipItem = {
  id: 'in_1',
  userId: ANN,
  kind: 'invoice',
  status: 'paid',
  amountCents: 10_000,
};
const subscription: MembershipItem = {
  id: 'sub_1',
  userId: ANN,
  kind: 'subscription',
  status: 'live',
  amountCents: null,
};
const subscriptionEnded: MembershipEvent = {
  type: 'EliteSubscriptionEnded',
  data: { userId: ANN, subscriptionId: 'sub_1', endedAt: NOON },
};
const monthInEuros: MembershipEvent = {
  type: 'EliteMismatchCharged',
  data: {
    userId: ANN,
    plan: 'monthly',
    paidBy: 'in_1',
    amountCents: 10_000,
    currency: 'eur',
    processorFeeCents: 320,
    card: null,
    chargedAt: NOON,
  },
};
const intentEnded: MembershipEvent = {
  type: 'EliteIntentEnded',
  data: { userId: ANN, purpose: 'founding', intentId: 'pi_1', amountCents: 19_900, endedAt: NOON },
};

describe('the Stripe objects of an event', () => {
  it.each<[string, MembershipEvent, MembershipItem[]]>([
    ['a created payment', intentCreated(), [{ ...payment, status: 'open' }]],
    ['an ended payment', intentEnded, [{ ...payment, status: 'ended' }]],
    ['a founding year', foundingActivated(), [{ ...payment, currency: 'usd' }]],
    ['a created subscription', subscriptionCreated(), [{ ...subscription, status: 'open' }]],
    ['a paid month', monthlyActivated(), [{ ...invoice, currency: 'usd' }, subscription]],
    ['a month paid in euros', monthInEuros, [{ ...invoice, currency: 'eur' }]],
    ['the end of a subscription', subscriptionEnded, [{ ...subscription, status: 'ended' }]],
    ['the end of a membership', eliteLapsed(NOON, null), []],
  ])('include %s', (_, event, items) => expect(itemsOfEvent(event)).toEqual(items));
});

describe('the differences of a membership', () => {
  it.each<[string, MembershipItem | null, MembershipItem | null]>([
    ['the log and Stripe agree on a payment', payment, payment],
    ['the log and Stripe agree on a subscription', subscription, subscription],
    [
      'a payment with a wrong amount was returned',
      { ...payment, status: 'ended' },
      { ...payment, amountCents: 100, isReturned: true },
    ],
    ['only Stripe has a canceled payment', null, { ...payment, status: 'ended' }],
    ['only Stripe has an ended subscription', null, { ...subscription, status: 'ended' }],
    ['only Stripe has an unpaid invoice', null, { ...invoice, status: 'open' }],
  ])('are empty if %s', (_, loggedItem, stripeItem) =>
    expect(itemDifferences(loggedItem, stripeItem, true)).toEqual([]),
  );

  it.each<[string, MembershipItem | null, MembershipItem | null]>([
    ['Stripe has payment pi_1, which is paid, but the log does not', null, payment],
    [
      'Stripe has payment pi_1, which is open, but the log does not',
      null,
      { ...payment, status: 'open' },
    ],
    ['Stripe has invoice in_1, which is paid, but the log does not', null, invoice],
    ['Stripe has subscription sub_1, which is live, but the log does not', null, subscription],
    ['the log has payment pi_1, which is paid, but Stripe does not', payment, null],
    ['the log has subscription sub_1, which is live, but Stripe does not', subscription, null],
    [
      'payment pi_1 is open in the log, but paid at Stripe',
      { ...payment, status: 'open' },
      payment,
    ],
    [
      'invoice in_1 is paid in the log, but open at Stripe',
      invoice,
      { ...invoice, status: 'open' },
    ],
    [
      'subscription sub_1 is live in the log, but ended at Stripe',
      subscription,
      { ...subscription, status: 'ended' },
    ],
    [
      'payment pi_1 has $199.00 in the log, but $198.99 at Stripe',
      payment,
      { ...payment, amountCents: 19_899 },
    ],
  ])('include that %s', (difference, loggedItem, stripeItem) =>
    expect(itemDifferences(loggedItem, stripeItem, true)).toEqual([difference]),
  );

  it('include a user without an account', () =>
    expect(itemDifferences(null, payment, false)).toEqual([
      'Stripe has payment pi_1, which is paid, for a user without an account',
    ]));
});

describe('the refunds and disputes of a payment', () => {
  const reversal: Reversal = {
    reversalId: 're_1',
    kind: 'refund',
    orderId: null,
    amountCents: 900,
    processorFeeCents: 0,
    isFinal: true,
  };
  const failed = { ...reversal, amountCents: 0 };
  const dispute = {
    ...reversal,
    kind: 'dispute',
    reversalId: 'du_1',
    processorFeeCents: 1_500,
  } as const;

  it.each<[string[], Reversal[], Reversal[]]>([
    [[], [], []],
    [[], [reversal], [reversal]],
    [[], [], [failed]],
    [['refund re_1 of payment pi_1 has $0.00 in the log, but $9.00 at Stripe'], [], [reversal]],
    [
      ['refund re_1 of payment pi_1 has $9.00 in the log, but $0.00 at Stripe'],
      [reversal],
      [failed],
    ],
    [[], [{ ...reversal, isFinal: false }], [reversal]],
    [[], [dispute], [{ ...dispute, isFinal: false }]],
    [
      ['dispute du_1 of payment pi_1 is lost at Stripe, but open in the log'],
      [{ ...dispute, isFinal: false }],
      [dispute],
    ],
    [
      ['dispute du_1 of payment pi_1 has a fee of $0.00 in the log, but $15.00 at Stripe'],
      [{ ...dispute, processorFeeCents: 0 }],
      [dispute],
    ],
  ])('have the differences %j', (differences, loggedReversals, stripeReversals) =>
    expect(
      reversalDifferences(
        { paidBy: 'pi_1', currency: 'usd', reversals: loggedReversals },
        { reversals: stripeReversals },
      ),
    ).toEqual(differences),
  );
});

describe('a payment in another currency', () => {
  const inEuros = { ...payment, currency: 'eur' };

  it('is a difference until all of it is returned', () => {
    expect(itemDifferences(payment, inEuros, true)).toEqual([
      'payment pi_1 is in eur, so the books leave it out until an admin returns it',
    ]);
    expect(itemDifferences(payment, { ...inEuros, isReturned: true }, true)).toEqual([]);
    // An admin has returned it outside Stripe.
    expect(itemDifferences({ ...payment, isReturned: true }, inEuros, true)).toEqual([]);
    expect(itemDifferences(payment, { ...payment, currency: 'usd' }, true)).toEqual([]);
  });

  it('is a difference until its return if an earlier release recorded it as dollars', () => {
    const inDollars = { ...invoice, currency: 'usd' };
    const monthAtStripe = { ...invoice, currency: 'eur' };
    expect(itemDifferences(inDollars, monthAtStripe, true)).toEqual([
      'invoice in_1 is in eur, so the books count it as dollars until it is returned',
    ]);
    expect(itemDifferences({ ...inDollars, isReturned: true }, monthAtStripe, true)).toEqual([]);
    expect(itemDifferences(inDollars, inDollars, true)).toEqual([]);
    expect(itemDifferences({ ...invoice, currency: 'gbp' }, monthAtStripe, true)).toEqual([
      'invoice in_1 is in eur, so the books leave it out, and it is in gbp in the log',
    ]);
  });
});
