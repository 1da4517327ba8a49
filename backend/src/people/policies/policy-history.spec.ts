import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config.js';
import { specification } from '../../../testing/specification.js';
import type { PolicyEvent } from './policy.events.js';
import { policyHistory, policyValuesOf } from './policy-history.js';

const given = specification(policyHistory);
const sharedFields = {
  changedBy: 'the board',
  reason: 'Summer prices.',
  effectiveAt: '2027-06-01T07:00:00.000Z',
};
const take = (policyId: string, values: PolicyEvent['data']['values']) =>
  ({ type: 'TakeEffect', data: { policyId, values, ...sharedFields } }) as const;
const tookEffect = (policyId: string, values: PolicyEvent['data']['values']): PolicyEvent => ({
  type: 'PolicyTookEffect',
  data: { policyId, values, ...sharedFields },
});
const spring = { feeShare: 1_000, openBookings: null };
const summer = { feeShare: 900, openBookings: null };

describe('a policy', () => {
  it('takes effect when the first server starts with it, and not again with the next', () => {
    given().when(take('spring', spring)).then(tookEffect('spring', spring));
    given(tookEffect('spring', spring)).when(take('spring', spring)).thenNothing();
  });

  it('replaces the policy if the id differs, even with equal values', () => {
    given(tookEffect('spring', spring))
      .when(take('summer', summer))
      .then(tookEffect('summer', summer));
    given(tookEffect('spring', spring))
      .when(take('spring-again', spring))
      .then(tookEffect('spring-again', spring));
  });

  it('keeps the newer policy when an older server starts next to a newer one', () => {
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', spring))
      .thenNothing();
  });

  it('refuses other values under a used id, whether the policy is current or replaced', () => {
    given(tookEffect('spring', spring)).when(take('spring', summer)).thenRefused('taken');
    given(tookEffect('spring', spring))
      .when(take('spring', { ...spring, openBookings: 3 }))
      .thenRefused('taken');
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', summer))
      .thenRefused('taken');
  });

  it('reports the different values and what to do', () => {
    const decide = () =>
      policyHistory.decide(take('spring', summer), [tookEffect('spring', spring).data]);
    expect(decide).toThrow(
      /"spring" has taken effect with other values \(feeShare\)\. Give the changed policy a new id/,
    );
  });

  it('takes effect again if a new release adds a value while it is current', () => {
    const more = { ...spring, reviewDays: 14 };
    given(tookEffect('spring', spring)).when(take('spring', more)).then(tookEffect('spring', more));
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', more))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', spring))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', more))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', { ...spring, reviewDays: 7 }))
      .thenRefused('taken');
  });
});

describe('a city of a policy', () => {
  const taxed = { ...spring, 'cities.Austin.tax.rate': 825 };

  it.each([
    ['added', spring, taxed],
    ['removed', taxed, spring],
    ['changed', taxed, { ...taxed, 'cities.Austin.tax.rate': 800 }],
  ])('requires a new policy id to be %s', (_, before, after) => {
    given(tookEffect('spring', before)).when(take('spring', after)).thenRefused('taken');
    given(tookEffect('spring', before))
      .when(take('summer', after))
      .then(tookEffect('summer', after));
  });

  it('takes effect once', () => {
    given().when(take('spring', taxed)).then(tookEffect('spring', taxed));
    given(tookEffect('spring', taxed)).when(take('spring', taxed)).thenNothing();
  });
});

it('flattens a policy into values by path', () => {
  const { policy } = readConfig({
    EVENTSTORE_URL: 'esdb://127.0.0.1',
    MONGODB_URI: 'mongodb://127.0.0.1',
    REDIS_URL: 'redis://127.0.0.1',
    SESSION_SECRETS: 's'.repeat(32),
    KEY_SECRETS: 'k'.repeat(32),
    LOOKUP_SECRETS: 'l'.repeat(32),
    POLICY_FILE: 'deploy/policies/open.json',
  });
  const values = policyValuesOf(policy);
  expect(values).toMatchObject({
    feeShare: 1_000,
    openBookings: null,
    'elite.graceDays': policy.elite.graceDays,
  });
  expect(Object.keys(values)).not.toContain('id');
  expect(Object.keys(values).length).toBe(
    // All values except the id and the cities.
    Object.keys(policy).length -
      6 +
      Object.keys(policy.elite).length +
      Object.keys(policy.conduct).length +
      Object.keys(policy.retention).length +
      Object.keys(policy.secondFactor).length,
  );
});
