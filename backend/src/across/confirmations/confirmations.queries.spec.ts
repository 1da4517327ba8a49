import { expect, it } from '@jest/globals';
import type { PolicyValues } from '@courtly/contracts/policies';
import { readConfig } from '../../config.js';
import { policyValuesOf } from '../../people/policies/policy-values.js';
import { policyChange } from './confirmations.queries.js';

const { policy } = readConfig({
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  MONGODB_URI: 'mongodb://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  SESSION_SECRETS: 's'.repeat(32),
  KEY_SECRETS: 'k'.repeat(32),
  LOOKUP_SECRETS: 'l'.repeat(32),
  POLICY_FILE: 'deploy/policies/open.json',
});
const spring = {
  policyId: 'spring',
  values: policyValuesOf(policy),
  effectiveAt: '2027-06-01T07:00:00.000Z',
  changedBy: null,
  reason: null,
  publishedBy: null,
  confirmedBy: null,
  replaces: null,
  withdrawn: null,
};
const changesOf = (values: PolicyValues, replaces = 'spring') =>
  policyChange(JSON.stringify({ body: { replaces, values, effectiveAt: null } }), [spring])
    ?.changes;

it('shows what a request changes', () => {
  expect(changesOf({ feeShare: 900 })).toEqual([{ name: 'feeShare', before: 1_000, after: 900 }]);
  expect(policyChange('', [spring])).toBeNull();
});

it('shows an old request with a value that this release does not allow', () => {
  expect(changesOf({ feeShare: 10_001, moon: 1 })).toEqual([
    { name: 'feeShare', before: 1_000, after: 10_001 },
    { name: 'moon', after: 1 },
  ]);
  expect(changesOf({ feeShare: 900 }, 'unknown')).toEqual([{ name: 'feeShare', after: 900 }]);
});
