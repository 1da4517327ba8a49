import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Catalog } from '@courtly/contracts/catalog';
import { Policy } from '@courtly/contracts/policy';
import { catalogOf } from './catalog.js';

it('the catalog has exactly the public values of the policy', () => {
  const file = new URL('../../../../deploy/policies/standard.json', import.meta.url);
  const policy = Policy.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(Catalog.strict().parse(catalogOf(policy))).toEqual({
    policyId: policy.id,
    feeShare: 1_000,
    eliteFeeShare: 500,
    payoutShare: 9_900,
    lateRefundShare: 5_000,
    freeCancelMinutes: 1_440,
    headStartMinutes: 4_320,
    hostAnswerMinutes: 1_440,
    openBookings: 3,
    eliteOpenBookings: 6,
    reviewHours: 48,
    foundingPrice: '199.00',
    monthlyPrice: '100.00',
  });
});
