import { expect, it } from '@jest/globals';
import { type MembershipNews, membershipEmail } from './membership-emails.js';

const recipient = { email: 'ann@example.test', firstName: 'Ann' };
const textOf = (news: MembershipNews) => {
  const { subject, parts } = membershipEmail(recipient, news, 'https://courtly.test');
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
