import { expect, it } from '@jest/globals';
import type { Role } from '@courtly/contracts/identity';
import { lacksPayoutApproval } from './payout-approval.js';

const lacks = (payouts: boolean, roles: Role[] | null, email = 'hana@example.test') =>
  lacksPayoutApproval(roles && { roles, email }, { hostApproval: { payouts, listing: false } });

it('needs approval only if the policy says so', () => {
  expect(lacks(false, null)).toBe(false);
  expect(lacks(false, ['owner'])).toBe(false);
  expect(lacks(true, ['owner'])).toBe(true);
  expect(lacks(true, ['owner', 'host'])).toBe(false);
  expect(lacks(true, null)).toBe(true);
});

it('needs no approval for a deleted account, which no one can approve', () =>
  expect(lacks(true, [], '')).toBe(false));
