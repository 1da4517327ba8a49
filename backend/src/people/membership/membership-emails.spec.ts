import { describe, expect, it } from '@jest/globals';
import { NEXT_YEAR } from '../../../testing/membership.js';
import { type MembershipNews, type PaymentReturn, membershipEmail } from './membership-emails.js';

const recipient = { email: 'ann@example.test', firstName: 'Ann' };
const textOf = (news: MembershipNews, paymentReturn: PaymentReturn = null) => {
  const publicUrl = 'https://courtly.test';
  const { subject, parts } = membershipEmail(recipient, news, publicUrl, paymentReturn);
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

describe('the disputed payment of a wrong amount', () => {
  const disputed = (type: 'EliteReversed' | 'EliteReversalUndone'): MembershipNews => ({
    type,
    kind: 'dispute',
    paidBy: 'pi_1',
    amountCents: 100,
    currency: 'usd',
    changesAccess: false,
    until: NEXT_YEAR,
  });

  it.each(['toCard', 'byAdmin'] as const)('is never called valid or paid time (%s)', (way) => {
    for (const type of ['EliteReversed', 'EliteReversalUndone'] as const)
      expect(textOf(disputed(type), way)).not.toMatch(/valid|paid until/);
  });

  it('is returned to the member if the bank gives it back', () => {
    const taken = textOf(disputed('EliteReversed'), 'toCard');
    expect(taken).toContain('Your bank took back an Elite payment');
    expect(taken).toContain('If the bank gives the money back to us, we return it to you.');
    const won = textOf(disputed('EliteReversalUndone'), 'toCard');
    expect(won).toContain('We are returning your Elite payment');
    expect(won).toContain('reaches your card');
  });

  it('is arranged by an admin if an earlier refund failed', () => {
    const won = textOf(disputed('EliteReversalUndone'), 'byAdmin');
    expect(won).toContain('We will arrange your refund');
    expect(won).not.toContain('your card');
  });

  it('is valid again if it matched the price', () => {
    expect(textOf(disputed('EliteReversed'))).toContain('it is valid again');
    expect(textOf(disputed('EliteReversalUndone'))).toContain('Your Elite payment is valid again');
  });
});
