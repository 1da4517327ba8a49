import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config.js';
import { cityFields, policyFields } from './policy-fields.js';
import { draftValues, policyValuesOf, recordedPolicy } from './policy-values.js';

const { policy } = readConfig({
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  MONGODB_URI: 'mongodb://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  SESSION_SECRETS: 's'.repeat(32),
  KEY_SECRETS: 'k'.repeat(32),
  LOOKUP_SECRETS: 'l'.repeat(32),
  POLICY_FILE: 'deploy/policies/open.json',
});
const tax = { name: 'Sales tax', rate: 825, included: false };
const cities = {
  'St. Louis': { tax, allInPrices: true },
  'A.tax': { tax: null, allInPrices: false },
};
const values = policyValuesOf({ ...policy, cities });
const refusedFields = (draft: Parameters<typeof draftValues>[1]) => {
  try {
    draftValues(values, { ...values, ...draft });
    return [];
  } catch (error) {
    const { details } = error as { details: { fields: { field: string }[] } };
    return details.fields.map(({ field }) => field);
  }
};

describe('recorded values', () => {
  it('are read back, including those of cities whose names contain dots', () => {
    expect(recordedPolicy(policy.id, values)).toEqual({ ...policy, cities });
  });

  it('use defaults for missing values, and lose the values of another release', () => {
    const { reviewEditMinutes, ...fewer } = values;
    expect(recordedPolicy(policy.id, { ...fewer, 'conduct.moonDays': 3, moon: true })).toEqual({
      ...policy,
      cities,
    });
    expect(reviewEditMinutes).toBe(policy.reviewEditMinutes);
  });

  it('are an error if this release does not allow them', () => {
    expect(() => recordedPolicy('summer', { ...values, reviewDays: 0 })).toThrow(
      /does not allow the policy summer: reviewDays/,
    );
  });
});

describe('a draft', () => {
  it('keeps values that it does not name, and removes cities that it does not name', () => {
    expect(draftValues(values, { feeShare: 900 })).toEqual(
      policyValuesOf({ ...policy, feeShare: 900, cities: {} }),
    );
  });

  it.each([
    ['feeShare', 10_001],
    ['feeShare', 'ten'],
    ['horizonDays', 0],
    ['horizonDays', 1.5],
    ['secondAdminHours', 721],
    ['freeCancelMinutes', 525_601],
    ['horizonDays', null],
    ['overlappingBookings', 'maybe'],
    ['elite.founderSeatAfterReversal', 'sold'],
    ['cities.St. Louis.tax.rate', 6_000],
    ['cities.St. Louis.tax.name', ''],
    ['__proto__.feeShare', 1],
    ['moon', 1],
  ])('is refused with the name of the value: %s = %s', (name, value) => {
    const [field] = refusedFields({ [name]: value });
    expect(field).toBe(`values.${name === '__proto__.feeShare' ? '__proto__' : name}`);
  });

  it('loses values of another release that it does not name', () => {
    const replaced = { ...values, 'conduct.moonDays': 3, moon: true };
    expect(draftValues(replaced, { feeShare: 900 })).toEqual(
      policyValuesOf({ ...policy, feeShare: 900, cities: {} }),
    );
  });

  it('is refused if it names a city twice', () => {
    expect(refusedFields({ 'cities.st. louis.tax': null })).toEqual(['values.cities']);
  });
});

it.each([...policyFields, ...cityFields].filter(({ kind }) => kind === 'number'))(
  'limits $name in both directions',
  ({ min, max }) => {
    expect([min, max]).toEqual([expect.any(Number), expect.any(Number)]);
  },
);

it('describes what can be entered for every value', () => {
  const names = Object.keys(policyValuesOf({ ...policy, cities: {} }));
  expect(policyFields.map(({ name }) => name).sort()).toEqual(names.sort());
  const field = (name: string) => policyFields.find((candidate) => candidate.name === name);
  expect(field('feeShare')).toMatchObject({
    kind: 'number',
    isNullable: false,
    min: 0,
    max: 10_000,
  });
  expect(field('openBookings')).toMatchObject({
    kind: 'number',
    isNullable: true,
    min: 1,
    max: 1_000_000,
  });
  expect(field('overlappingBookings')).toMatchObject({ kind: 'boolean' });
  expect(field('elite.founderSeatAfterReversal')).toMatchObject({
    kind: 'choice',
    choices: ['kept', 'freed'],
  });
  expect(cityFields.map(({ name, kind }) => [name, kind])).toEqual([
    ['allInPrices', 'boolean'],
    ['tax.name', 'text'],
    ['tax.rate', 'number'],
    ['tax.included', 'boolean'],
  ]);
});
