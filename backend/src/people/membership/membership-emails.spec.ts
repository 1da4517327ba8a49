import { describe, expect, it } from '@jest/globals';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  eliteLapsed,
  intentCreated,
  monthlyActivated,
  policyId,
} from '../../../testing/membership.js';
import { after, record, refund, subscriber } from '../../../testing/membership-history.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  type MembershipNews,
  type PaymentReturn,
  isStillNews,
  membershipEmail,
} from './membership-emails.js';
import type { MembershipEvent } from './membership.events.js';
import { membership } from './membership.js';
import { paidUntilAt } from './membership-tier.js';

const recipient = { email: 'ann@example.test', firstName: 'Ann' };
const textOf = (
  news: MembershipNews,
  paymentReturn: PaymentReturn = null,
  paidUntil: string | null = null,
) => {
  const publicUrl = 'https://courtly.test';
  const state = { paymentReturn, paidUntil };
  const { subject, parts } = membershipEmail(recipient, news, publicUrl, state);
  return [subject, ...parts.filter((part) => typeof part === 'string')].join('\n');
};
const refunded = (currency?: string): MembershipNews => ({
  type: 'EliteReversed',
  kind: 'refund',
  amountCents: 19_900,
  ...(currency !== undefined && { currency }),
  changesAccess: false,
  until: null,
});

it('shows an amount in its currency, and in dollars by default', () => {
  expect(textOf(refunded())).toContain('Your refund of $199.00');
  expect(textOf(refunded('eur'))).toContain('Your refund of EUR 199.00');
  expect(textOf(refunded('eur'))).not.toContain('$');
  expect(textOf(refunded('?'))).toContain('199.00 in an unknown currency');
});

describe('the email about a failed renewal', () => {
  const failedIn = (currency?: string): MembershipNews => ({
    type: 'ElitePaymentFailed',
    amountCents: 10_000,
    ...(currency !== undefined && { currency }),
    until: GRACE_ENDS,
  });

  it('asks for another card', () => {
    for (const news of [failedIn('usd'), failedIn()]) {
      expect(textOf(news)).toContain("We couldn't charge your card $100.00");
      expect(textOf(news)).toContain('update your card');
    }
  });

  it('states the amount in its currency, and asks for no payment', () => {
    const text = textOf(failedIn('eur'));
    expect(text).toContain("We couldn't charge your card EUR 100.00");
    expect(text).toContain("we canceled this invoice and won't charge it again");
    expect(text).toContain('April 17, 2027');
    expect(text).not.toMatch(/\$|another card/);
  });
});

describe('the email about a refund', () => {
  const stateAt = (instant: string, ...history: MembershipEvent[]) =>
    paidUntilAt(foldAll(membership, [...subscriber, ...history]), instant);

  it('says how long the membership is paid for, without the grace period', () => {
    expect(stateAt(NOON)).toBe(NEXT_MONTH);
    expect(textOf(refunded(), null, NEXT_MONTH)).toContain('still paid until April 10, 2027');
  });

  it('mentions no paid time once it is over', () => {
    expect(stateAt(NEXT_MONTH)).toBeNull();
    expect(stateAt(GRACE_ENDS, eliteLapsed(GRACE_ENDS, null))).toBeNull();
    expect(textOf({ ...refunded(), until: GRACE_ENDS } as MembershipNews)).not.toContain(
      'paid until',
    );
  });
});

describe('the email about the return of a payment with a wrong amount', () => {
  const resolved: MembershipNews = {
    type: 'EliteMismatchResolved',
    paidBy: 'pi_1',
    orderId: 'order-1',
    until: NOON,
  };
  const charge = { paidBy: 'pi_1', plan: 'founding', amountCents: 5_000, currency: 'usd' } as const;
  const charged: MembershipEvent = {
    type: 'EliteMismatchCharged',
    data: { userId: ANN, ...charge, processorFeeCents: 0, card: null, chargedAt: NOON },
  };
  const reversed = (kind: 'refund' | 'outside', reversalId: string): MembershipEvent => ({
    type: 'EliteReversed',
    data: {
      userId: ANN,
      ...charge,
      founderNumber: null,
      kind,
      reversalId,
      orderId: 'order-1',
      processorFeeCents: 0,
      isFinal: true,
      isFull: true,
      endsMembership: false,
      accessUntil: null,
      policyId,
      freesSeat: false,
      reversedAt: NOON,
    },
  });
  const after = (...events: MembershipEvent[]) =>
    foldAll(membership, [intentCreated(), charged, ...events]);

  it('announces a refund to the card', () => {
    expect(textOf(resolved, 'toCard')).toContain('A refund usually reaches your card');
    expect(textOf({ type: 'EliteMismatchResolved', until: NOON })).toContain('your card');
    expect(isStillNews(resolved, after())).toBe(true);
    expect(isStillNews(resolved, after(reversed('refund', 're_1')))).toBe(true);
  });

  it('announces no refund to a card that was not charged', () => {
    expect(textOf(resolved)).toContain("We're canceling it.");
    expect(textOf(resolved)).not.toContain('usually reaches');
  });

  it('is not sent if all of it was returned outside Stripe', () =>
    expect(isStillNews(resolved, after(reversed('outside', 'order-1')))).toBe(false));
});

describe('a late email about a membership', () => {
  const failed: MembershipEvent = {
    type: 'ElitePaymentFailed',
    data: {
      userId: ANN,
      subscriptionId: 'sub_1',
      invoiceId: 'in_2',
      amountCents: 10_000,
      currency: 'usd',
      accessUntil: GRACE_ENDS,
      failedAt: NEXT_MONTH,
    },
  };
  const change = { userId: ANN, subscriptionId: 'sub_1' };
  const cancelled: MembershipEvent = {
    type: 'EliteCancelled',
    data: { ...change, accessUntil: NEXT_MONTH, cancelledAt: NOON },
  };
  const resumed: MembershipEvent = {
    type: 'EliteResumed',
    data: { ...change, accessUntil: GRACE_ENDS, resumedAt: NOON },
  };
  const cancelledLater: MembershipEvent = {
    type: 'EliteCancelled',
    data: { ...change, accessUntil: NEXT_YEAR, cancelledAt: NEXT_MONTH },
  };
  const lapsed = eliteLapsed(GRACE_ENDS, null);
  const paid = monthlyActivated({ paidBy: 'in_2', until: NEXT_YEAR, accessUntil: NEXT_YEAR });
  const failedNews: MembershipNews = {
    type: 'ElitePaymentFailed',
    amountCents: 10_000,
    until: GRACE_ENDS,
  };
  const lapsedNews: MembershipNews = {
    type: 'EliteLapsed',
    founderNumber: null,
    until: GRACE_ENDS,
  };
  const cancelledNews: MembershipNews = { type: 'EliteCancelled', until: NEXT_MONTH };
  const isSent = (news: MembershipNews, ...history: MembershipEvent[]) =>
    isStillNews(news, foldAll(membership, [...subscriber, ...history]));

  it('reports a failed renewal only until it is paid or the membership ends', () => {
    expect(isSent(failedNews, failed)).toBe(true);
    expect(isSent(failedNews, failed, paid)).toBe(false);
    expect(isSent(failedNews, failed, lapsed)).toBe(false);
    const nextFailure = { ...failed.data, invoiceId: 'in_3', accessUntil: NEXT_YEAR };
    expect(
      isSent(failedNews, failed, paid, { ...failed, data: nextFailure } as typeof failed),
    ).toBe(false);
  });

  it('reports a cancellation only while the membership is canceled', () => {
    expect(isSent(cancelledNews, cancelled)).toBe(true);
    expect(isSent(cancelledNews, cancelled, resumed)).toBe(false);
  });

  it('reports a cancellation only until the membership ends or its paid time changes', () => {
    const ended: MembershipEvent = {
      type: 'EliteEnded',
      data: {
        userId: ANN,
        plan: 'monthly',
        founderNumber: null,
        freesSeat: false,
        reason: '',
        endedBy: 'admin',
        endedAt: HALF_PAST,
      },
    };
    const { added: reversed } = after(
      [...subscriber, cancelled],
      record([refund(10_000)], { at: HALF_PAST, paidBy: 'in_1' }),
    );
    expect(reversed).toHaveLength(1);
    for (const later of [[lapsed], [ended], reversed, [paid, cancelledLater]])
      expect(isSent(cancelledNews, cancelled, ...later)).toBe(false);
  });

  it('reports the end only while the membership is over', () => {
    expect(isSent(lapsedNews, lapsed)).toBe(true);
    expect(isSent(lapsedNews, lapsed, paid)).toBe(false);
  });

  it('always reports money that moved', () => {
    expect(isSent(refunded(), lapsed)).toBe(true);
    expect(isStillNews(refunded(), null)).toBe(true);
  });
});

describe('the email about a disputed payment', () => {
  const disputed = (type: 'EliteReversed' | 'EliteReversalUndone'): MembershipNews => ({
    type,
    kind: 'dispute',
    paidBy: 'pi_1',
    amountCents: 100,
    currency: 'usd',
    changesAccess: false,
    until: NEXT_YEAR,
  });

  it.each(['toCard', 'byAdmin'] as const)(
    'never calls a payment with a wrong amount valid or paid time (%s)',
    (way) => {
      for (const type of ['EliteReversed', 'EliteReversalUndone'] as const)
        expect(textOf(disputed(type), way)).not.toMatch(/valid|paid until/);
    },
  );

  it('announces the return of a payment with a wrong amount if the bank returns it', () => {
    const taken = textOf(disputed('EliteReversed'), 'toCard');
    expect(taken).toContain('Your bank took back an Elite payment');
    expect(taken).toContain("If the bank returns the money to us, we'll return it to you.");
    const won = textOf(disputed('EliteReversalUndone'), 'toCard');
    expect(won).toContain("We're returning your Elite payment");
    expect(won).toContain('reaches your card');
  });

  it('says that an admin arranges the return if an earlier refund failed', () => {
    const won = textOf(disputed('EliteReversalUndone'), 'byAdmin');
    expect(won).toContain("We'll arrange another one");
    expect(won).not.toContain('your card');
  });

  it('calls the payment valid again if it matched the price', () => {
    expect(textOf(disputed('EliteReversed'))).toContain('it will be valid again');
    expect(textOf(disputed('EliteReversalUndone'))).toContain('Your Elite payment is valid again');
  });
});
