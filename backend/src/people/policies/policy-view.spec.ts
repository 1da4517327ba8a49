import { expect, it } from '@jest/globals';
import type { Policy } from '@courtly/contracts/policy';
import type { EffectivePolicy } from './policy-history.js';
import { policyVersions } from './policy-view.js';

const version = (policyId: string, values: EffectivePolicy['values']): EffectivePolicy => ({
  policyId,
  values,
  changedBy: null,
  reason: null,
  effectiveAt: '2027-06-01T07:00:00.000Z',
});
const policy = (id: string, values: object) => ({ id, ...values }) as Policy;

it('lists the changes of each version, current version first', () => {
  const history = [
    version('spring', { feeShare: 1_000, openBookings: 3 }),
    version('summer', { feeShare: 900, openBookings: null, reviewDays: 14 }),
    version('fall', { feeShare: 900, reviewDays: 14 }),
  ];
  expect(
    policyVersions(
      history,
      policy('summer', { feeShare: 900, openBookings: null, reviewDays: 14 }),
    ).map(({ policyId, isInForce, isRunHere, changes }) => ({
      policyId,
      isInForce,
      isRunHere,
      changes,
    })),
  ).toEqual([
    {
      policyId: 'fall',
      isInForce: true,
      isRunHere: false,
      changes: [{ name: 'openBookings', before: null }],
    },
    {
      policyId: 'summer',
      isInForce: false,
      isRunHere: true,
      changes: [
        { name: 'feeShare', before: 1_000, after: 900 },
        { name: 'openBookings', before: 3, after: null },
        { name: 'reviewDays', after: 14 },
      ],
    },
    { policyId: 'spring', isInForce: false, isRunHere: false, changes: null },
  ]);
});

it('marks the last version whose id and values match the running policy', () => {
  const history = [
    version('spring', { feeShare: 1_000 }),
    version('spring', { feeShare: 1_000, reviewDays: 14 }),
  ];
  const here = (values: object) =>
    policyVersions(history, policy('spring', values)).map(({ isRunHere }) => isRunHere);
  expect(here({ feeShare: 1_000, reviewDays: 14 })).toEqual([true, false]);
  // The previous release lacked some values, but had no additional ones.
  expect(here({ feeShare: 1_000 })).toEqual([true, false]);
});
