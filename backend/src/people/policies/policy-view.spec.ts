import { expect, it } from '@jest/globals';
import type { EffectivePolicy } from './policy-history.js';
import { policyVersions } from './policy-view.js';

const version = (
  policyId: string,
  values: EffectivePolicy['values'],
  fields: Partial<EffectivePolicy> = {},
): EffectivePolicy => ({
  policyId,
  values,
  changedBy: null,
  reason: null,
  effectiveAt: '2027-06-01T07:00:00.000Z',
  publishedBy: null,
  confirmedBy: null,
  replaces: null,
  withdrawn: null,
  ...fields,
});
const viewed = (history: readonly EffectivePolicy[], runningId: string) =>
  policyVersions(history, {
    at: '2027-07-01T07:00:00.000Z',
    runningId,
    person: (id) => ({ id, name: id.toUpperCase() }),
  });

it('lists the changes of each version, latest first', () => {
  const history = [
    version('spring', { feeShare: 1_000, openBookings: 3 }),
    version('summer', { feeShare: 900, openBookings: null, reviewDays: 14 }),
    version('fall', { feeShare: 900, reviewDays: 14 }),
  ];
  expect(
    viewed(history, 'fall').map(({ policyId, status, isRunHere, changes }) => ({
      policyId,
      status,
      isRunHere,
      changes,
    })),
  ).toEqual([
    {
      policyId: 'fall',
      status: 'inForce',
      isRunHere: true,
      changes: [{ name: 'openBookings', before: null }],
    },
    {
      policyId: 'summer',
      status: 'replaced',
      isRunHere: false,
      changes: [
        { name: 'feeShare', before: 1_000, after: 900 },
        { name: 'openBookings', before: 3, after: null },
        { name: 'reviewDays', after: 14 },
      ],
    },
    { policyId: 'spring', status: 'replaced', isRunHere: false, changes: null },
  ]);
});

it('says when the server still uses another version', () => {
  const history = [version('spring', { feeShare: 1_000 }), version('summer', { feeShare: 900 })];
  expect(viewed(history, 'spring').map(({ isRunHere }) => isRunHere)).toEqual([false, false]);
});

it('compares a version with the one that it replaces, not with a withdrawn one', () => {
  const scheduled = { effectiveAt: '2027-08-01T07:00:00.000Z', publishedBy: 'ada' };
  const history = [
    version('spring', { feeShare: 1_000 }),
    version(
      '2027-06-10',
      { feeShare: 900 },
      {
        ...scheduled,
        replaces: 'spring',
        withdrawn: { withdrawnBy: 'bea', reason: 'A mistake.', withdrawnAt: '2027-06-11' },
      },
    ),
    version(
      '2027-06-12',
      { feeShare: 800 },
      {
        ...scheduled,
        confirmedBy: 'bea',
        replaces: 'spring',
      },
    ),
  ];
  expect(viewed(history, 'spring')).toMatchObject([
    {
      status: 'scheduled',
      publishedBy: { id: 'ada', name: 'ADA' },
      confirmedBy: { id: 'bea', name: 'BEA' },
      changes: [{ name: 'feeShare', before: 1_000, after: 800 }],
    },
    { status: 'withdrawn', withdrawal: { by: { name: 'BEA' }, reason: 'A mistake.' } },
    { status: 'inForce', isRunHere: true },
  ]);
});
